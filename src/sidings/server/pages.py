"""The page's files, read once and kept, and the headers that every answer carries."""

import gzip
import hashlib
import mimetypes
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

#: What is worth compressing: also the games and the networks of their bots.
COMPRESSED = ("text/", "application/javascript", "application/json", "application/octet-stream",
              "application/wasm", "image/svg+xml")  # fmt: skip
NO_PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Sidings</title>
<h1>Sidings</h1><p>The server is running, but the page has not been built.
The <a href="/api/docs">API</a> is there.</p></html>"""


@dataclass(frozen=True)
class File:
    body: bytes
    kind: str
    is_immutable: bool = False  # its name has a hash of its content

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:24]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        is_worth_it = self.kind.startswith(COMPRESSED) and len(self.body) > 500
        return gzip.compress(self.body, 9, mtime=0) if is_worth_it else None

    @property
    def caching(self) -> str:
        return "public, max-age=31536000, immutable" if self.is_immutable else "no-cache"


def read_page(folder: Path) -> dict[str, File]:
    """Every file of the built page by its path; any other path gets ``index.html``."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            found[name] = File(path.read_bytes(), kind, name.startswith("assets/"))
    found.setdefault("index.html", File(NO_PAGE, "text/html"))
    return found


#: Where ``make docs`` puts the docs site.
DOCS = Path(__file__).parents[1] / "docs"


class Docs:
    """The files of the docs site, each read when it is first asked for."""

    def __init__(self) -> None:
        files = (path for path in DOCS.rglob("*") if path.is_file()) if DOCS.is_dir() else []
        self._paths = {path.relative_to(DOCS).as_posix(): path for path in files}
        self._read: dict[str, File] = {}

    def get(self, name: str) -> File | None:
        """The file of that name, if there is one."""
        if name in self._paths and name not in self._read:
            kind = mimetypes.guess_type(name)[0] or "text/plain"
            self._read[name] = File(self._paths[name].read_bytes(), kind)
        return self._read.get(name)


def security_headers(
    url: str, origins: Iterable[str] = (), *, inline: bool = False
) -> list[tuple[bytes, bytes]]:
    """Headers that forbid loading from elsewhere and showing the page in a frame.

    ``inline`` is for the docs: pages of our own with scripts and styles in them.
    """
    parts = urlsplit(url)
    # Not every browser takes 'self' to mean the WebSocket too.
    sockets = " ".join(sorted({one.replace("http", "ws", 1) for one in (url, *origins)}))
    policy = "; ".join(
        [
            "default-src 'none'",
            # The games are compiled to WebAssembly.
            "script-src 'self' " + ("'unsafe-inline'" if inline else "'wasm-unsafe-eval'"),
            "style-src 'self'" + (" 'unsafe-inline'" if inline else ""),
            "img-src 'self' data:",
            "font-src 'self'",
            "manifest-src 'self'",
            "media-src 'self'",
            "worker-src 'self'",
            f"connect-src 'self' {sockets}",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )
    headers = [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]
    if parts.scheme == "https":
        headers.append((b"strict-transport-security", b"max-age=31536000"))
    return headers
