"""The JSON API, one controller per subject."""

from typing import Any

from litestar.di import Provide

from sidings.server.api.access import provide_account
from sidings.server.api.clubs import LadderController, TournamentController
from sidings.server.api.notices import NoticeController
from sidings.server.api.operation import Operation
from sidings.server.api.page import DocsController, PageController
from sidings.server.api.people import PeopleController
from sidings.server.api.records import RecordController
from sidings.server.api.solo import DailyController, OwnRecordController
from sidings.server.api.tables import TableController
from sidings.server.pages import Docs, File
from sidings.server.previews import Previews
from sidings.server.services import Services

CONTROLLERS = [
    Operation, PeopleController, TableController, RecordController, NoticeController,
    TournamentController, LadderController, DailyController, OwnRecordController, DocsController,
    PageController,
]  # fmt: skip


def dependencies(services: Services, page: dict[str, File]) -> dict[str, Any]:
    """What handlers may ask for by name."""
    titles = {name: game.title for name, game in services.games.offered.items()}
    docs = Docs()
    previews = Previews(page, services.settings.url, titles)
    return {
        "services": Provide(lambda: services, sync_to_thread=False),
        "page": Provide(lambda: page, sync_to_thread=False),
        "docs": Provide(lambda: docs, sync_to_thread=False),
        "previews": Provide(lambda: previews, sync_to_thread=False),
        "account": Provide(provide_account),
    }
