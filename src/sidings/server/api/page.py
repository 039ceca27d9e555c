"""The page: its files, and ``index.html`` for every address that the page itself knows."""

from litestar import Controller, HttpMethod, Response, route
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, SkipValidation

from sidings.server.api.access import AnyRequest, NamedServices
from sidings.server.pages import Docs, File
from sidings.server.previews import Previews
from sidings.server.services import Services
from sidings.store import Unavailable


class PageController(Controller):
    path = "/"

    @route(
        ["/", "/{path:path}"],
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        include_in_schema=False,
        name="page",
    )
    async def get_page(
        self,
        request: AnyRequest,
        page: NamedDependency[SkipValidation[dict[str, File]]],
        services: NamedServices,
        previews: NamedDependency[SkipValidation[Previews]],
        path: FromPath[str] = "",
    ) -> Response[bytes]:
        name = path.strip("/")
        file = page.get(name)
        if file is None:
            if name.startswith(("api/", "assets/")) or "." in name.rpartition("/")[2]:
                raise NotFoundException("there is nothing at this address")
            file = await _preview(services, previews, name)
        return answer_file(request, file)


class DocsController(Controller):
    """The docs site, where it has been built."""

    path = "/docs"

    @route(
        ["/", "/{path:path}"],
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        include_in_schema=False,
        name="docs",
    )
    async def get_docs(
        self,
        request: AnyRequest,
        docs: NamedDependency[SkipValidation[Docs]],
        path: FromPath[str] = "",
    ) -> Response[bytes]:
        name = path.strip("/")
        if not name:  # its links are relative to this address
            return Response(b"", status_code=302, headers={"location": "/docs/index.html"})
        file = docs.get(name)
        if file is None:
            raise NotFoundException("there is nothing at this address; make docs builds the docs")
        return answer_file(request, file)


def answer_file(request: AnyRequest, file: File) -> Response[bytes]:
    """A file, compressed where that is understood, or that it has not changed."""
    headers = {"cache-control": file.caching, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    body = file.body
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.compressed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=file.kind, headers=headers)


async def _preview(services: Services, previews: Previews, path: str) -> File:
    """``index.html``, with what a link to this path shows where it is shared."""
    kind, _, rest = path.partition("/")
    if kind not in ("t", "replay"):
        return previews.file(kind, rest)
    try:
        return previews.file(kind, await services.rooms.game_of(rest))
    except Unavailable:  # the page itself says so
        return previews.file(kind, "")
