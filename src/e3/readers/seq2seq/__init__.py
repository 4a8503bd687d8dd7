"""Seq2Seq: every reply is written word by word, yes and no included."""
