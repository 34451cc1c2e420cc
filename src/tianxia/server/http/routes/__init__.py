"""Request handlers, by subject. They check and translate; the services do the work."""
