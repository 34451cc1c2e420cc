"""In the Year of the Dragon for tests: positions written in a few words, played, and looked at.

    court("2: old farmer, young monk", "1:", yuan=3, cards="farmer wild")

is a court with two palaces: one of two floors with two persons in it, and an empty one of one floor. Palaces are
numbered from 1; "#4 2: young monk" has another number. Seats 1 to 5 are Anna, Ben, Clara, Dora and Emil, and their
courts are told in this order; on the track, in the order of play: `track={BEN: 7, ANNA: 7}` has Ben on top of Anna.

    action_phase(court(...), court(...), month=3)       the first of the track is to act
    person_phase(court(...), court(...), month=3)       or to play a card
    let_come("drought", court(...), court(...))         everybody has done so, and the event has come
    end_year(court(...), court(...))                    the same with the end of the game
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import pytest

from tianxia.errors import IllegalError
from tianxia.games import find_game
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.games.year_of_the_dragon.interface.view import DragonTable
from tianxia.play.match import Match, PlayedMove
from tianxia.words import Message, say

ANNA, BEN, CLARA, DORA, EMIL = 1, 2, 3, 4, 5
NAMES = ["Anna", "Ben", "Clara", "Dora", "Emil"]
SEED = bytes(range(16))
EVENTS = ["tribute", "drought", "mongols", "festival", "contagion"]
"""Of each there are two, after two months of peace."""
GROUPS = {
    2: "taxes build harvest fireworks | parade research privilege",
    3: "taxes build harvest | fireworks parade | research privilege",
    4: "taxes build | harvest fireworks | parade research | privilege",
    5: "taxes build | harvest fireworks | parade | research | privilege",
}
WALLED_GROUPS = {
    2: "taxes build harvest fireworks | parade research privilege wall",
    3: "taxes build harvest | fireworks parade research | privilege wall",
    4: "taxes build | harvest fireworks | parade research | privilege wall",
    5: "taxes build | harvest fireworks | parade research | privilege | wall",
}
LAST_CARD = "court-lady"
"""What is played for nothing in `let_come`."""
LAST_TRIBUTE = 4
Paid = tuple[int, int, str]
"""Seat, amount, and source with the palace, if there is one: (ANNA, 6, "monks 2")."""


def standard_game() -> YearOfTheDragon:
    game = find_game("year-of-the-dragon")
    assert isinstance(game, YearOfTheDragon)
    return game


# ---- writing positions


def court(*palaces: str, cards: str | None = None, **more: int) -> Document:
    """A court; `more` are yuan, rice, fireworks, small and large privileges, and how many palaces it has ever had."""
    document: Document = {"palaces": [_palace(number, text) for number, text in enumerate(palaces, 1)], **more}
    return document if cards is None else {**document, "cards": cards.split()}


def _palace(number: int, text: str) -> Document:
    """`2: old farmer, young monk`, or `#4 2: old farmer, young monk`."""
    if text.startswith("#"):
        told, _, text = text[1:].partition(" ")
        number = int(told)
    floors, _, persons = text.partition(":")
    return {"number": number, "floors": int(floors), "persons": [p.strip() for p in persons.split(",") if p.strip()]}


def event_row(told: Mapping[int, str]) -> list[str]:
    """A year with some events in their months."""
    row = _finish_row(["peace", "peace"], told)
    assert row is not None, f"there is no such year: {told}"
    return row


def _finish_row(row: list[str], told: Mapping[int, str]) -> list[str] | None:
    month = len(row) + 1
    if month > 12:
        return row if all(row[month - 1] == event for month, event in told.items()) else None
    for event in [told[month]] if month in told else EVENTS:
        if event in EVENTS and row[-1] != event and row.count(event) < 2:
            found = _finish_row([*row, event], told)
            if found is not None:
                return found
    return None


def position(
    *courts: Document,
    month: int,
    part: str,
    turn: int | None = None,
    track: Mapping[int, int] | None = None,
    event: str | None = None,
    events: Mapping[int, str] | None = None,
    groups: str | None = None,
    tiles: Mapping[str, int] | None = None,
    wall: Mapping[int, str] | None = None,
    super_event: str | None = None,
    large_privilege: int = 7,
    points: Sequence[int] = (),
    dragons: Mapping[int, int] | None = None,
    **more: Any,
) -> Match:
    """A match from a position. The first on the track is to move, if `turn` does not tell another.

    `event` is that of the month, `events` are those of others. `wall` are the tiles that seats have built, `None` in a
    game without; `points` those that seats have; `dragons` the groups that seats have chosen. `more` are other keys of
    a position document.
    """
    players = len(courts)
    game = standard_game()
    options = {"great_wall": wall is not None, "super_event": super_event or "none", "large_privilege": large_privilege}
    setting = game.setting(players, options)
    seats = range(1, players + 1)
    markers = dict(track or dict.fromkeys(seats, 0))
    usual = GROUPS if wall is None else WALLED_GROUPS
    document: Document = {
        "month": month,
        "part": part,
        "turn": next(iter(markers)) if turn is None else turn,
        "events": event_row({**(events or {}), **({month: event} if event else {})}),
        "super_event": super_event,
        "groups": [group.split() for group in (groups or usual[players]).split("|")] if month else [],
        "dragons": [(dragons or {}).get(seat) for seat in seats],
        "track": [[seat, space] for seat, space in markers.items()],
        "wall": [seat for seat, built in (wall or {}).items() for _ in built.split()],
        "wall_used": [(wall or {}).get(seat, "").split() for seat in seats],
        "courts": list(courts),
        **more,
    }
    if tiles is not None:
        document["tiles"] = dict(tiles)
    had = [{"seat": s, "amount": n, "source": "research", "where": "", "round": 1} for s, n in enumerate(points, 1)]
    start = game.read_position(setting, document, points or [0] * players)
    start.take_seed(SEED)
    return Match(game, setting, start, start={**document, "ledger": had})


def new_game(players: int, **options: object) -> Match:
    """A game from its start; the match makes no move by itself."""
    game = standard_game()
    setting = game.setting(players, options)
    start = game.new(setting)
    start.deal(SEED)
    return Match(game, setting, start, setup=game.write_setup(start), seed=SEED)


def action_phase(*courts: Document, month: int = 3, **more: Any) -> Match:
    return position(*courts, month=month, part="action", **more)


def person_phase(*courts: Document, month: int = 3, **more: Any) -> Match:
    return position(*courts, month=month, part="person", **more)


def let_come(
    event: str,
    *courts: Document,
    month: int = 7,
    track: Mapping[int, int] | None = None,
    tiles: Mapping[str, int] | None = None,
    **more: Any,
) -> Match:
    """The event of a month comes, to courts without cards if none are told.

    The last of the track has one card more, and plays it before: a court lady, and none is on the board. In month 12
    it takes money, which must give it nothing. On the board is nobody who is not told.
    """
    last = list(track or range(1, len(courts) + 1))[-1]
    seated = [{"cards": [], **one} for one in courts]
    more |= {"month": month, "track": track, "event": event, "tiles": tiles or {}, "turn": last}
    if month == 12:
        assert seated[last - 1].get("yuan", 0) >= 3, "money would give something"
        match = position(*seated, part="action", **more)
        play(match, "money")
        return match
    hand = seated[last - 1]["cards"]
    assert LAST_CARD not in hand
    seated[last - 1] = {**seated[last - 1], "cards": [*hand, LAST_CARD]}
    match = position(*seated, part="person", **more)
    play(match, f"card {LAST_CARD}")
    return match


def end_year(*courts: Document, **more: Any) -> Match:
    """The end of the game. Month 12 has the tribute, and each court has as much more, so that nobody has to go."""
    seated = [{**one, "yuan": one.get("yuan", 0) + LAST_TRIBUTE} for one in courts]
    return let_come("tribute", *seated, month=12, **more)


# ---- playing


def play(match: Match, *moves: str) -> None:
    for move in moves:
        assert match.to_move is not None, f"{move}: the game is over"
        match.move(match.to_move, move)


def legal(match: Match, beginning: str = "") -> list[str]:
    """The legal moves, or those with such a beginning."""
    return [move for move in match.legal_moves() if move.startswith(beginning)]


class Reason(NamedTuple):
    """Why a move is refused."""

    key: str  # in the catalogue, without its beginning
    text: str
    rule: str | None


def reason(match: Match, move: str) -> Reason:
    """Why somebody may not make a move."""
    assert match.to_move is not None
    message = match.why_not(match.to_move, move)
    assert message is not None, f"{move} is legal"
    assert move not in match.legal_moves()
    return Reason(message.key.removeprefix("year-of-the-dragon.reason."), say(message, NAMES), message.rule)


def reason_in_record(match: Match, move: str) -> Reason:
    """Why a move cannot stand in a record, where words are exact."""
    assert match.to_move is not None
    with pytest.raises(IllegalError) as refused:
        match.replay_move(PlayedMove(match.to_move, move))
    message = refused.value.reason
    assert isinstance(message, Message)
    return Reason(message.key.removeprefix("year-of-the-dragon.reason."), say(message, NAMES), message.rule)


# ---- looking


def table(match: Match) -> DragonTable:
    """What everybody sees."""
    return cast(DragonTable, match.view(None)["table"])


def palaces(match: Match, seat: int) -> list[str]:
    """The palaces of a seat as they are written; persons in the order of the symbols, young before old."""
    found = []
    for place, palace in enumerate(table(match)["courts"][seat - 1]["palaces"], 1):
        persons = ", ".join(f"{person['age']} {person['kind']}" for person in palace["persons"])
        number = "" if palace["number"] == place else f"#{palace['number']} "
        found.append(f"{number}{palace['floors']}: {persons}".strip())
    return found


def persons(match: Match) -> list[int]:
    """How many persons are at each court."""
    return [sum(len(palace["persons"]) for palace in one["palaces"]) for one in table(match)["courts"]]


def goods(match: Match, seat: int) -> tuple[int, int, int]:
    """Yuan, rice and fireworks."""
    own = table(match)["courts"][seat - 1]
    return own["yuan"], own["rice"], own["fireworks"]


def yuan(match: Match) -> list[int]:
    """By seat."""
    return [one["yuan"] for one in table(match)["courts"]]


def privileges(match: Match, seat: int) -> tuple[int, int]:
    """Small and large ones."""
    own = table(match)["courts"][seat - 1]
    return own["small_privileges"], own["large_privileges"]


def hand(match: Match, seat: int) -> str:
    """The cards of a seat."""
    return " ".join(table(match)["courts"][seat - 1]["cards"])


def on_board(match: Match, person: str) -> int:
    """How many tiles of a person are left: "old farmer"."""
    [left] = [sort["left"] for sort in table(match)["persons"] if f"{sort['age']} {sort['kind']}" == person]
    return left


def track(match: Match) -> list[tuple[int, int]]:
    """Seats and spaces in the order of play: of two on one space the upper one first."""
    return [(marker["seat"], marker["space"]) for marker in table(match)["track"]]


def when(match: Match) -> tuple[int, str]:
    """The month, and its part."""
    return table(match)["month"], table(match)["part"]


def paid(match: Match, *sources: str) -> list[Paid]:
    """What was scored since the position, or what of it is of some sources."""
    before = len(match.start["ledger"]) if match.start else 0
    entries = [(e["seat"], e["amount"], f"{e['source']} {e['where']}".strip()) for e in match.ledger[before:]]
    return [entry for entry in entries if not sources or entry[2].split()[0] in sources]


def log(match: Match) -> list[str]:
    """Everything that was told."""
    return [say(line, NAMES) for entry in match.log for line in entry.lines]


def moves(match: Match) -> list[str]:
    """The moves of the log, those that the match made by itself in brackets."""
    return [f"[{entry.move}]" if entry.forced else str(entry.move) for entry in match.log if entry.kind == "move"]
