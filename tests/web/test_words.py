"""The words of the page, held against what the server really sends."""

import os
import subprocess
from pathlib import Path

import msgspec

from sidings.testing.browser import ROOT, find_node
from sidings.testing.page_views import samples

WEB = ROOT / "web"


def test_what_the_page_says_is_true(tmp_path: Path) -> None:
    """Every question and every event of games that bots play, in every language."""
    file = tmp_path / "sent.json"
    file.write_bytes(msgspec.json.encode(samples()))
    node, _ = find_node()
    vitest = WEB / "node_modules" / "vitest" / "vitest.mjs"
    told = subprocess.run(
        [str(node), str(vitest), "run", "src/games/sent.test.ts"],
        cwd=WEB, env=os.environ | {"SIDINGS_SENT": str(file)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout[-6000:] + told.stderr[-2000:]
