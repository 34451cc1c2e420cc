"""Writes real games for the unit tests of the client: python web/games.py FILE

Each golden record (tests/golden) is replayed; its log is written as the server would send it, with the ledger, and with
the number of its entries after each entry of the log.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from tianxia.games import Shelf
from tianxia.play import LogEntry, read_record, replay
from tianxia.words import Message, say

GOLDEN: Final = Path(__file__).parents[1] / "tests" / "golden"


def write_line(message: Message) -> dict[str, Any]:
    return {**message.document(), "text": say(message)}


def write_entry(entry: LogEntry) -> dict[str, Any]:
    return {
        "kind": entry.kind,
        "lines": [write_line(line) for line in entry.lines],
        "move": entry.move,
        "seat": entry.seat,
        "sequence": entry.sequence,
        "forced": entry.forced,
    }


def write_game(path: Path) -> dict[str, Any]:
    document = json.loads(path.read_text(encoding="utf-8"))
    record = read_record({key: value for key, value in document.items() if key != "seed"})
    match = replay(record, Shelf(), until=0)
    counts: list[int] = []
    match.watch(lambda _: counts.append(len(match.ledger)))
    for move in record.moves:
        match.replay_move(move)
    return {
        "name": path.stem,
        "game": record.game,
        "players": record.players,
        "entries": [write_entry(entry) for entry in match.log],
        "counts": counts,
        "ledger": match.ledger,
        "scores": match.scores,
    }


def main() -> None:
    games = [write_game(path) for path in sorted(GOLDEN.glob("*.json"))]
    Path(sys.argv[1]).write_text(json.dumps(games, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
