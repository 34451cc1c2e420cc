"""The server that `load.py` loads: as `tianxia serve` runs it, logs and all, without limits for one address."""

from __future__ import annotations

import socket
import sys
from functools import partial

import uvicorn

from tianxia.server.limits import Limits, Rate
from tianxia.server.serving import FINISH_WITHIN, LONGEST_MESSAGE, app_of_process
from tianxia.server.settings import Settings

OFTEN = Rate(1_000_000, 0.000_001)
LOOSE = Limits(general=OFTEN, welcome=OFTEN, streams=20_000, streams_an_address=20_000)


def main() -> None:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else TCP_NODELAY is not set
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        partial(app_of_process, sys.argv[1], Settings(LOOSE, programs=1)),
        factory=True,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=FINISH_WITHIN,
        ws_max_size=LONGEST_MESSAGE,
    )
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
