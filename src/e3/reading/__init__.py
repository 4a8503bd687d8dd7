"""The readers' interface: a conversation in, a reply out. No torch here."""
