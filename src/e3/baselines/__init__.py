"""The systems that the paper compares E3 with."""
