"""The server of the tests. Its dealer has no secret, so the words of a player choose the deal."""

from sidings.server import setup
from sidings.server.command import serve
from sidings.tables.fairness import SECRET_BYTES

SECRET = bytes(SECRET_BYTES)

if __name__ == "__main__":
    setup.draw_secret = lambda: SECRET  # what chance decides is given
    serve()
