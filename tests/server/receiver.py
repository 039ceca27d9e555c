"""A receiver of notices, on a real socket of this machine."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    url: str
    status: int = 200  # what it answers
    requests: "asyncio.Queue[Received]" = field(default_factory=asyncio.Queue)

    async def next(self) -> Received:
        return await asyncio.wait_for(self.requests.get(), 60)


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver("")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        body = await reader.readexactly(int(headers["content-length"]))
        receiver.requests.put_nowait(Received(first.split()[1], headers, body))
        writer.write(f"HTTP/1.1 {receiver.status} So\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield receiver
