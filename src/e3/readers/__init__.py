"""The systems that read, one folder each; `kind.py` is what E3 knows of one until it is used."""
