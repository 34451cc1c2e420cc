"""A game told decision by decision, in a form in which a change of behaviour shows as a difference of lines.

    12. seat 3: question.second-piece region=Chu #2
        7 legal: house chu-3 purple, house chu-3 red, emissary chu red, ... done [8c1d0a27]
        plays house chu-3 purple
        - log.house seat=3 space=chu-3 #4
        scores 0 3 5 2, ledger +2

What is asked and what came of it are keys with values, so that a better wording changes nothing here. Long lists are
told by some of their entries and a digest of all. To keep the files short, only some decisions are told in full; the
others between them by a digest of what would have been told. Views are told at a few points, for every seat.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from tianxia.games import Shelf
from tianxia.games.base import Document
from tianxia.play import Match, read_record, replay

EDGE: Final = 4  # decisions at the beginning and at the end that are told in full
STRIDE: Final = 25  # between them one of so many
SAMPLE: Final = 4  # moves that are told of many legal ones
WIDE: Final = 100  # characters: what is longer is told by its digest
VIEWS: Final = 3  # at the beginning, in the middle, at the end


def playthrough(record: Document, in_full: bool) -> str:
    """The game of a record, told; every decision of it or only some."""
    moves = [entry["move"] for entry in record["moves"]]
    match = replay(read_record(record), Shelf(), 0)
    lines = [
        f"{record['game']}, edition {record['edition']}, {record['players']} players",
        f"options {_plain(record['options'])}",
        f"seed {record['seed']}, set-up {_digest(record['setup'])}",
    ]
    skipped: list[str] = []
    for number, move in enumerate(moves):
        if number in _looks(len(moves)):
            lines += [*_told_skipped(skipped, number), "", *_views(match)]
        told = list(_decision(match, number + 1, move))
        if in_full or _is_told(number, len(moves)):
            lines += [*_told_skipped(skipped, number), "", *told]
        else:
            skipped.append("\n".join(told))
    lines += ["", *_views(match), "", f"over, scores {_row(match.scores)}, winners {_row(match.winners)}"]
    return "\n".join(lines) + "\n"


def _is_told(number: int, decisions: int) -> bool:
    return number < EDGE or number >= decisions - EDGE or number % STRIDE == 0


def _looks(decisions: int) -> list[int]:
    """Before which decisions views are told."""
    return [decisions * look // (VIEWS - 1) for look in range(VIEWS - 1)]


def _told_skipped(skipped: list[str], number: int) -> list[str]:
    """Decisions that were not told, and none is left of them."""
    if not skipped:
        return []
    line = f"{number - len(skipped) + 1} to {number} [{_digest(skipped)}]"
    skipped.clear()
    return ["", line]


def _decision(match: Match, number: int, move: str) -> Iterator[str]:
    """What is asked, and what comes of the answer."""
    seat, legal, payments, entries = match.to_move or 0, match.legal_moves(), len(match.ledger), len(match.log)
    yield f"{number}. seat {seat}: {_message(match.game.question(match.position).document())}"
    yield f"    {len(legal)} legal: {_some(legal)}"
    match.move(seat, move)
    yield f"    plays {move}"
    for entry in islice(match.log, entries, None):
        yield from (f"    - {_message(line.document())}" for line in entry.lines)
    gained = [f"{entry['amount']:+}" for entry in match.ledger[payments:]]
    yield f"    scores {_row(match.scores)}" + (f", ledger {' '.join(gained)}" if gained else "")


def _some(moves: Sequence[str]) -> str:
    if len(moves) <= SAMPLE:
        return ", ".join(moves)
    told = [moves[len(moves) * place // (SAMPLE - 1)] for place in range(SAMPLE - 1)]
    return f"{', '.join(told)}, ... {moves[-1]} [{_digest(list(moves))}]"


def _message(document: Mapping[str, Any]) -> str:
    """Its key without the name of the game, its values, and the number of its rule."""
    key = document["key"].partition(".")[2]
    values = [f"{name}={_value(value)}" for name, value in document["values"].items()]
    rule = (document.get("rule") or "").partition("#")[2]
    return " ".join([key, *values, *([f"#{rule}"] if rule else [])])


def _value(value: Any) -> str:
    if isinstance(value, dict) and "key" in value:
        return f"({_message(value)})"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return str(value)


def _views(match: Match) -> Iterator[str]:
    """What a spectator sees on the table, and what each seat sees of its own."""
    yield f"view after {len(match.moves)} moves"
    for key, value in match.view(None)["table"].items():
        yield f"    {key}: {_short(value)}"
    for seat in range(1, match.setting.players + 1):
        view: Any = match.view(seat)
        # without the moves as structured data, which follow from the legal ones: tests/contract/test_notation.py
        pinned = {key: value for key, value in view.items() if key != "moves"}
        yield f"    seat {seat}: own {_short(view['own'])}, all [{_digest(pinned)}]"


def _short(value: Any) -> str:
    plain = _plain(value)
    if len(plain) <= WIDE:
        return plain
    return f"{len(value)} {'keys' if isinstance(value, dict) else 'entries'} [{_digest(value)}]"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _digest(value: Any) -> str:
    return hashlib.sha256(_plain(value).encode()).hexdigest()[:8]


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
