"""The official metrics of ShARC and what we report beside them. No torch here."""
