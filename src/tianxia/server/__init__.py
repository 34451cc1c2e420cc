"""Tables for people: HTTP, live updates, storage, identities, programs at work."""
