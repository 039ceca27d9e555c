"""A balance report as one HTML page that needs nothing else."""

import base64
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from sidings.lab.balance import figures
from sidings.lab.balance.sections import Section, sections, summary
from sidings.lab.balance.study import Study


def write_page(study: Study, folder: Path) -> Path:
    """Write ``report.html`` into a folder, and the pictures as PNG files beside it."""
    templates = Environment(
        loader=PackageLoader("sidings.lab.balance"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    page = folder / "report.html"
    text = templates.get_template("report.html").render(
        title=f"{study.game.title}: a balance report",
        settings=_settings(study),
        summary=summary(study),
        sections=[_with_images(section, folder) for section in sections(study)],
    )
    page.write_text(text + "\n", "utf-8")
    return page


def _settings(study: Study) -> list[str]:
    """What was played, for the head of the page."""
    settings = [
        f"{study.players} players",
        f"{study.games:,} games per batch",
        f"all by the policy {study.policy}",
        "" if study.game.custom_deck is None else "a deck of your own",
        ", ".join(f"{name} {value}" for name, value in study.options.items()),
        f"seed {study.seed}",
    ]
    return [setting for setting in settings if setting]


def _with_images(section: Section, folder: Path) -> dict[str, Any]:
    """A section for the template; its pictures are drawn, and written to files as well."""
    images = [
        (name, _inline(figures.save(figure, folder / f"{name}.png")))
        for name, figure in section.pictures
    ]
    return {**vars(section), "images": images}


def _inline(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
