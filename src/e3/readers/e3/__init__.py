"""E3 as published: extraction, entailment, decision and editor (Zhong and Zettlemoyer 2019)."""
