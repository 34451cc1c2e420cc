"""Analyses of games that are quickly over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support.servers import SHALLOW
from tianxia.games import Shelf
from tianxia.play import read_record, replay
from tianxia.play.record import write_position_record
from tianxia.server.library.analyses import Analyses
from tianxia.server.library.records import Records
from tianxia.server.tables.service import TableService
from tianxia.server.work.analysts import Analysts
from tianxia.server.work.process_pool import Pool

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str = "forbidden-city-2-gardens") -> dict[str, Any]:
    """A record that is kept among the tests."""
    found: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    return found


def last_moves(moves: int = 10, **more: Any) -> dict[str, Any]:
    """A record that begins shortly before the end of another: it is quickly analysed."""
    whole = golden()
    begins = write_position_record(replay(read_record(whole), Shelf(), len(whole["moves"]) - moves))
    end = {"moves": whole["moves"][-moves:], "scores": whole["scores"], "winners": whole["winners"]}
    return begins | end | more


def analyses_of(tables: TableService, most_a_person: int = 2) -> Analyses:
    """The analyses of a database without a server around them, which look at every decision for a moment."""
    return Analyses(tables, Records(tables.storage), SHALLOW, most_a_person)


def analysts_of(tables: TableService, pool: Pool) -> Analysts:
    return Analysts(analyses_of(tables), pool)
