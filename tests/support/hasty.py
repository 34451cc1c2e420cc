"""A server whose minutes last some seconds: nobody waits in a test until a clock has run out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from unittest.mock import patch

from support.servers import WebServer, main
from tianxia.server.tables import time_control

MINUTE = 30_000  # milliseconds: a browser on a busy machine has shown a table by then


class HastyServer(WebServer):
    """Never for people."""

    MODULE = "support.hasty"


@contextmanager
def serving_hastily(database: str) -> Iterator[str]:
    """Its address."""
    with closing(HastyServer(database)) as server:
        server.start()
        yield server.address


if __name__ == "__main__":
    with patch.object(time_control, "MINUTE", MINUTE):
        main()
