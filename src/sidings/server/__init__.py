"""The server: HTTP and WebSocket around ``tables`` and ``store``."""
