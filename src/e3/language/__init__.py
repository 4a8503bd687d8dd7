"""The languages that E3 reads and speaks: English alone so far."""
