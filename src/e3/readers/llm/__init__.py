"""A language model on a server, asked with examples in its prompt (few-shot)."""
