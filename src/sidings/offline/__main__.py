"""``python -m sidings.offline FOLDER [GAME …] [-- ENTRY …]``: write all games there, or only some.

The entries are those that are to be there beside what the page calls.
"""

import sys
from pathlib import Path

from sidings.offline.build import build, build_game

if __name__ == "__main__":
    folder, *words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    for name in words[:end]:
        build_game(Path(folder), name, *words[end + 1 :])
    if end == 0:
        build(Path(folder), *words[1:])
