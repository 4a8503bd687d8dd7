"""The networks (torch), one file a module of the paper."""
