"""E3 with states, the reader that ships: a state for every unit of the rule text."""
