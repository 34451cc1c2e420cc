"""What each viewer may see of a game. Everything about games that leaves the server passes here; secrets do not."""
