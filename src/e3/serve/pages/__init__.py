"""The pages: rendered on the server, they work without JavaScript and are better with it."""
