"""In the Year of the Dragon in a terminal."""
