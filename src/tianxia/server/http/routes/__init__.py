"""The handlers of requests, by what they are about. They check and translate; what is done is done by the services."""
