"""The server that `load.py` loads: as `tianxia serve` runs it, logs and all, without limits for one address."""

from __future__ import annotations

import socket
import sys

import uvicorn

from tianxia.server.limits import ConnectionLimits, Limits, Rate
from tianxia.server.run.addresses import address_of
from tianxia.server.run.open_files import raise_open_files
from tianxia.server.run.serving import ServeOptions, make_config
from tianxia.server.settings import Settings

OFTEN = Rate(200, 0.000_001)  # as usual, the database is asked once for ten requests; but it refuses none
MANY = 20_000
LOOSE = Limits(
    general=OFTEN,
    welcome=OFTEN,
    tables_an_address=OFTEN,
    connections=ConnectionLimits(an_address=MANY),
    streams=MANY,
    streams_an_address=MANY,
)


def main() -> None:
    raise_open_files()
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else TCP_NODELAY is not set
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    print(address_of(listening).rstrip("/"), flush=True)
    host, port = listening.getsockname()
    config = make_config(ServeOptions(sys.argv[1], host, port), Settings(LOOSE, programs=1))
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
