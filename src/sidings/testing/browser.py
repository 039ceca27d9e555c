"""A real browser, and the page that is built in this checkout, for tests and benchmarks.

``python -m sidings.testing.browser`` fetches what they need, for tests in several processes.
"""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Playwright

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "src" / "sidings" / "page" / "index.html"
PACKAGES = ROOT / "tests" / "web"  # its package.json names axe and a Chromium
UNPACKED = ROOT / ".venv" / "chromium"
SYSTEM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]  # fmt: skip


def build_page() -> None:
    """The page as it is in ``web/`` now."""
    subprocess.run([sys.executable, str(ROOT / "hatch_build.py")], check=True)
    assert PAGE.is_file()


def install_modules() -> Path:
    """What the tests need from npm: axe, and a browser for machines that have none."""
    folder = PACKAGES / "node_modules"
    marker = folder / ".package-lock.json"
    lock = PACKAGES / "package-lock.json"
    if not marker.exists() or marker.stat().st_mtime < lock.stat().st_mtime:
        node, npm = find_node()
        path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=PACKAGES,
                       env=os.environ | {"PATH": path}, check=True)  # fmt: skip
    return folder


def find_node() -> tuple[Path, list[str]]:
    """As the build hook does."""
    found: tuple[Path, list[str]] = runpy.run_path(str(ROOT / "hatch_build.py"))["find_node"]()
    return found


def launch(playwright: Playwright) -> Browser:
    found, more = find_chromium()
    return playwright.chromium.launch(executable_path=found, args=FLAGS, env={**os.environ, **more})


def launch_with_memory(browser: Browser, folder: Path) -> BrowserContext:
    """Another browser, which keeps what it knows in a folder, to be started there again."""
    found, more = find_chromium()
    return browser.browser_type.launch_persistent_context(
        folder, executable_path=found, args=FLAGS, env={**os.environ, **more}
    )


def find_chromium() -> tuple[str, dict[str, str]]:
    """The system's Chromium, or else the one from npm, and what its environment needs."""
    found = next((path for name in SYSTEM if (path := shutil.which(name))), None)
    if found is None or os.environ.get("SIDINGS_NPM_CHROMIUM"):
        return _unpack_chromium()
    return found, {}


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


if __name__ == "__main__":
    install_modules()
    find_chromium()
