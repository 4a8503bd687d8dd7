"""Many documents: stored, searched, kept current."""
