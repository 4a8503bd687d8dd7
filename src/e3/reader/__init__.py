"""The runtime: a conversation in, a reply out. No torch here."""
