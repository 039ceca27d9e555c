"""What a shared link shows: a title, a sentence and a picture, in the page itself for crawlers.

Names of people are never told: a link to a private table may be seen by anybody it is sent to.
"""

from collections.abc import Mapping
from html import escape

from sidings.server.pages import File

#: The first part of an address, and what a link to such a page is for.
PURPOSES = {
    "t": "A table is set: take a seat or watch.",
    "replay": "Watch this game again, move by move.",
    "rules": "The rules, with pictures.",
    "club": "Tournaments and the ladder: join by name.",
}
HOME = "Train table games, with friends and bots."


class Previews:
    """The page's ``index.html`` with tags of the Open Graph protocol, one for each kind of link."""

    def __init__(self, page: Mapping[str, File], url: str, titles: Mapping[str, str]) -> None:
        self._page = page
        self._url = url
        self._home = self._tagged("", "Sidings", HOME)
        self._files = {
            (kind, game): self._tagged(game, f"{title} – Sidings" if title else "Sidings", sentence)
            for kind, sentence in PURPOSES.items()
            for game, title in [("", ""), *titles.items()]
        }

    def file(self, kind: str, game: str) -> File:
        """``index.html`` for a link of this kind to a game; one that is not known has no title."""
        return self._files.get((kind, game)) or self._files.get((kind, "")) or self._home

    def _tagged(self, game: str, title: str, sentence: str) -> File:
        own = f"link-{game}.png"
        tags = {
            "og:type": "website",
            "og:site_name": "Sidings",
            "og:title": title,
            "og:description": sentence,
            "og:image": f"{self._url}/{own if own in self._page else 'link.png'}",
        }
        lines = "".join(
            f'<meta property="{name}" content="{escape(content)}" />\n'
            for name, content in tags.items()
        )
        index = self._page["index.html"].body
        return File(index.replace(b"</head>", f"{lines}</head>".encode(), 1), "text/html")
