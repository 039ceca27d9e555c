"""A real server and a real browser, for the tests and for the gallery."""

import os
import runpy
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Playwright

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = ROOT / "src" / "sidings" / "page" / "index.html"
UNPACKED = ROOT / ".venv" / "chromium"
SYSTEM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]  # fmt: skip
COMPILING = 400  # seconds that a cold, busy machine may need to compile the three games


def build_page() -> None:
    """The page as it is in ``web/`` now."""
    subprocess.run([sys.executable, str(ROOT / "hatch_build.py")], check=True)
    assert PAGE.is_file()


def install_modules() -> Path:
    """What the tests need from npm: axe, and a browser for machines that have none."""
    folder = HERE / "node_modules"
    marker = folder / ".package-lock.json"
    lock = HERE / "package-lock.json"
    if not marker.exists() or marker.stat().st_mtime < lock.stat().st_mtime:
        node, npm = find_node()
        path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=HERE,
                       env=os.environ | {"PATH": path}, check=True)  # fmt: skip
    return folder


def find_node() -> tuple[Path, list[str]]:
    """As the build hook does."""
    found: tuple[Path, list[str]] = runpy.run_path(str(ROOT / "hatch_build.py"))["find_node"]()
    return found


def launch(playwright: Playwright) -> Browser:
    """The system's Chromium, or else the one from npm."""
    found = next((path for name in SYSTEM if (path := shutil.which(name))), None)
    more: dict[str, str] = {}
    if found is None or os.environ.get("SIDINGS_NPM_CHROMIUM"):
        found, more = _unpack_chromium()
    return playwright.chromium.launch(executable_path=found, args=FLAGS, env={**os.environ, **more})


def _unpack_chromium() -> tuple[str, dict[str, str]]:
    """Chromium from npm, unpacked once, with the libraries it brings along."""
    modules = install_modules()
    node, _ = find_node()
    UNPACKED.mkdir(parents=True, exist_ok=True)
    script = "import c from '@sparticuz/chromium'; console.log(await c.executablePath())"
    told = subprocess.run(
        [str(node), "--input-type=module", "-e", script],
        cwd=modules.parent,
        env=os.environ | {"TMPDIR": str(UNPACKED), "AWS_LAMBDA_JS_RUNTIME": "nodejs24.x"},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return told.stdout.strip(), {"LD_LIBRARY_PATH": str(UNPACKED / "al2023" / "lib")}


class Server:
    """A server process of its own, with its database in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        settings = {"PORT": self.port, "DATABASE": f"sqlite:///{self.folder / 'tables.db'}",
                    "PACE": 0, "PERSON_RATE": 0, "ADDRESS_RATE": 0, "GUEST_RATE": 0,
                    "LOG_LEVEL": "warning", "PAGE": PAGE.parent}  # fmt: skip
        environment = {f"SIDINGS_{name}": str(value) for name, value in settings.items()}
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(HERE / "served.py")],
                env=os.environ | environment, stdout=log, stderr=log,
            )  # fmt: skip
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + COMPILING
        while time.monotonic() < until:
            assert self._process is not None
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/ready", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        raise RuntimeError((self.folder / "server.log").read_text())

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None
