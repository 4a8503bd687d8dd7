"""Drafts by a language model: it quotes the rules of a text and joins them, and no more."""
