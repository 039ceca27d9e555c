"""``python -m sidings.offline FOLDER``: write all games there, or only the one that is named."""

import sys
from pathlib import Path

from sidings.offline.build import build, build_game

if __name__ == "__main__":
    folder, *names = sys.argv[1:]
    if names:
        build_game(Path(folder), names[0])
    else:
        build(Path(folder))
