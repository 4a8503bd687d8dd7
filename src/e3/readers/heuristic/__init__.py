"""The heuristic of Verma et al. (2020): ShARC's patterns, and no reading."""
