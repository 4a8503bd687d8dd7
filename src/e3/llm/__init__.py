"""A language model on a server: asked for an answer of a form, which is proved and counted."""
