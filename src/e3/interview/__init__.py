"""An interview: a conversation that lasts, whichever model reads."""
