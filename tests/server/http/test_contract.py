"""Whatever is asked, the answer is one that the OpenAPI document promises. `make fuzz-server` asks for much more."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_args

from support.databases import new_sqlite
from support.requests import Findings, try_requests
from support.servers import serving
from tianxia.server.contract.tables import EventKind
from tianxia.server.tables.events import AnyEvent

REQUESTS = int(os.environ.get("TIANXIA_REQUESTS", "160"))
SEED = 7


def test_every_answer_is_one_that_the_document_promises(tmp_path: Path) -> None:
    with serving(new_sqlite(tmp_path)) as (server,):
        try_requests(server.address, REQUESTS, SEED, findings := Findings())
    assert not findings.mistakes, "\n".join(findings.mistakes.values())
    assert findings.requests >= REQUESTS
    statuses = {status for _, status in findings.answers}
    assert {200, 201, 204, 400, 403, 404, 409, 422} <= statuses, "the requests do not come far"


def test_every_kind_of_happening_is_promised() -> None:
    assert list(get_args(EventKind)) == [happening.__struct_config__.tag for happening in get_args(AnyEvent)]
