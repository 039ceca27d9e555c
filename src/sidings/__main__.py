"""``python -m sidings`` is the same as ``sidings``."""

from sidings.cli.main import main

main()
