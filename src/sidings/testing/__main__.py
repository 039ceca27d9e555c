"""Prints the digest of a game (module:Class, seed, deck), for ``check_game`` in another process."""

import json
import sys
from importlib import import_module

from sidings.testing.digest import digest

if __name__ == "__main__":
    place, seed, deck = sys.argv[1:]
    module, _, name = place.partition(":")
    print(digest(getattr(import_module(module), name)(json.loads(deck)), int(seed)))
