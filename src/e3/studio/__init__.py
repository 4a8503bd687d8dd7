"""The studio: a draft policy is reviewed, tried on cases, and published at an address."""
