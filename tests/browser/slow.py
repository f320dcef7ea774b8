"""A slow line between browser and site: what a busy server or a phone in a cellar does to the order of things."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def slow_line(port: int, least: float, most: float) -> Iterator[int]:
    """A port that leads to ``port`` of this machine; everything asked there waits ``least`` to ``most`` seconds first."""

    async def passed_on(source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, wait: bool) -> None:
        try:
            while data := await source.read(1 << 16):
                if wait:
                    await asyncio.sleep(random.uniform(least, most))
                sink.write(data)
                await sink.drain()
        except OSError:
            pass  # One side has hung up; so does the other.
        finally:
            sink.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answers, asks = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(passed_on(reader, asks, wait=True), passed_on(answers, writer, wait=False))

    # In a thread of its own: the browser's driver has a loop running in this one.
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    starting = asyncio.start_server(connected, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(starting, loop).result(30)

    async def hang_up() -> None:
        """End what is still open, such as a stream of news."""
        server.close()
        passing = asyncio.all_tasks() - {asyncio.current_task()}
        for task in passing:
            task.cancel()
        await asyncio.gather(*passing, return_exceptions=True)

    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        asyncio.run_coroutine_threadsafe(hang_up(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
