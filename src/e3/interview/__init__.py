"""Decision, every turn: a conversation that lasts and follows a policy's logic."""
