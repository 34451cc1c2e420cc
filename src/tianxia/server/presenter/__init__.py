"""What is shown of a game to whom. Nothing about a game leaves the server any other way: secrets are kept here."""
