"""The server that `load.py` loads: as `tianxia serve` runs it, logs and all, without limits for one address."""

from __future__ import annotations

import socket
import sys

import uvicorn

from tianxia.server.limits import Limits, Rate
from tianxia.server.run.addresses import address_of
from tianxia.server.run.serving import ServeOptions, make_config
from tianxia.server.settings import Settings

OFTEN = Rate(200, 0.000_001)  # as usual, the database is asked once for ten requests; but it refuses none
LOOSE = Limits(general=OFTEN, welcome=OFTEN, tables_an_address=OFTEN, streams=20_000, streams_an_address=20_000)


def main() -> None:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else TCP_NODELAY is not set
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    print(address_of(listening).rstrip("/"), flush=True)
    host, port = listening.getsockname()
    config = make_config(ServeOptions(sys.argv[1], host, port), Settings(LOOSE, programs=1))
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
