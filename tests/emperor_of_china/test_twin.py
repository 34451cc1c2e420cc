"""The engine beside the slow twin: whole games, in which both allow, score and hold the same at every decision."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from contract.cases import Case, cases_of
from support.emperor_games import CASES, invented_edition
from support.luck import scaled
from support.slow_emperor import SlowEmperor
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.games.emperor_of_china.rules.state import KINDS
from tianxia.play import Match

STANDARD: Document = tomllib.loads(
    resources.files("tianxia.games.emperor_of_china").joinpath("standard.toml").read_text("utf-8")
)
SMALL: Document = tomllib.loads(Path(__file__).with_name("small.toml").read_text("utf-8"))
PHASES = {"begin": "turn", "second": "second-piece", "draw": "drawing"}
PIECES = ("house", "emissary", "fortification")
LOOK_EVERY = 23  # decisions: at the table, which is slow to make

# ---- ways to play

Policy = Callable[[SlowEmperor, list[str], random.Random], str]


def uniform(twin: SlowEmperor, moves: list[str], rng: random.Random) -> str:
    return rng.choice(moves)


def placing(twin: SlowEmperor, moves: list[str], rng: random.Random) -> str:
    """Mostly a piece, of each kind as often."""
    kinds = sorted({move.split()[0] for move in moves} & set(PIECES))
    if not kinds or rng.random() < 0.1:
        return rng.choice(moves)
    return rng.choice(_of_kind(moves, rng.choice(kinds)))


def filling(twin: SlowEmperor, moves: list[str], rng: random.Random) -> str:
    """Mostly a house where fewest spaces are free."""
    houses = _of_kind(moves, "house")
    if not houses or rng.random() < 0.1:
        return rng.choice(moves)
    rng.shuffle(houses)
    return min(houses, key=lambda move: sum(space not in twin.houses for space in twin.spaces[_region(twin, move)]))


def exchanging(twin: SlowEmperor, moves: list[str], rng: random.Random) -> str:
    exchanges = _of_kind(moves, "exchange")
    return rng.choice(exchanges if exchanges and rng.random() < 0.8 else moves)


def building(twin: SlowEmperor, moves: list[str], rng: random.Random) -> str:
    """Seat 1 builds along the roads, on fortifications if it can; the others let it."""
    if twin.seat != 1:
        return exchanging(twin, moves, rng)
    own = {space for space, seat in twin.houses.items() if seat == 1}
    near = {b if a in own else a for a, b in twin.roads if (a in own) != (b in own)}
    houses = [move for move in _of_kind(moves, "house") if not own or move.split()[1] in near]
    fortified = [move for move in houses if move.split()[1] in twin.fortifications]
    return rng.choice(fortified or houses or _of_kind(moves, "exchange") or moves)


POLICIES: list[Policy] = [uniform, placing, filling, exchanging, building]


def _of_kind(moves: list[str], kind: str) -> list[str]:
    return [move for move in moves if move.split()[0] == kind]


def _region(twin: SlowEmperor, move: str) -> str:
    where = move.split()[1]
    return twin.home.get(where, where)


# ---- what both must agree on


def engine_state(match: Match) -> Document:
    """A position as the engine has it, in the words of its document."""
    document = match.game.write_position(match.position)
    for key in ("secrets", "hidden_at_shuffle", "fortifications_left"):
        document.pop(key, None)
    if document["phase"] != "second-piece":
        document["region"] = None  # the slow twin forgets it sooner
    supply = [int(pieces) for pieces in match.position.supply]
    return {
        **document,
        "fortifications": set(document["fortifications"]),
        "scores": match.scores,
        "supply": [tuple(supply[first : first + KINDS]) for first in range(0, len(supply), KINDS)],
    }


def twin_state(twin: SlowEmperor) -> Document:
    """The state of the slow twin, in the form in which the other one is compared."""

    def cards(some: Any) -> list[str]:
        return sorted(Counter(some).elements(), key=twin.colours.index)

    is_drawing = twin.phase == "draw" and not twin.over
    return {
        "round": twin.round,
        "turn": None if twin.over else twin.seat,
        "phase": "turn" if twin.over else PHASES[twin.phase],
        "region": twin.region if twin.phase == "second" and not twin.over else None,
        "paid": 0 if twin.over else twin.cards_played,
        "to_draw": twin.draw_up_to - twin.hand[twin.seat - 1].total() if is_drawing else 0,
        "houses": twin.houses,
        "emissaries": {
            region: [there[seat] for seat in twin.seats()] for region, there in twin.emissaries.items() if there.total()
        },
        "fortifications": twin.fortifications,
        "hands": [cards(hand) for hand in twin.hand],
        "known": [cards(known) for known in twin.known],
        "row": cards(twin.row),
        "discards": cards(twin.discards),
        "pile": cards(twin.pile),
        "times_run_out": twin.times_run_out,
        "scores": twin.scores,
        "supply": list(zip(twin.houses_left, twin.emissaries_left, twin.fortifications_left, strict=True)),
    }


def check_table(match: Match, twin: SlowEmperor) -> None:
    """What people are shown of the final scoring is what would be scored if the game ended now."""
    now = twin.copy()
    if not twin.over:
        now.end_game()
    entries = [(e["source"], e["where"], e["seat"], e["amount"]) for e in now.ledger]
    table = match.view(None)["table"]
    shown = [
        *(
            ("houses", region["id"], seat, points)
            for region in table["regions"]
            for seat, points in enumerate(region["points"], 1)
            if points
        ),
        *(
            ("alliances", str(alliance["number"]), seat, alliance["points"])
            for alliance in table["alliances"]
            for seat in alliance["seats"]
        ),
        *(("roads", " ".join(row["spaces"]), row["seat"], row["points"]) for row in table["rows"]),
    ]
    assert sorted(shown) == sorted(entries)
    for region in table["regions"]:
        id = region["id"]
        assert region["houses"] == [twin.houses_of(seat, id) for seat in twin.seats()]
        assert region["limit"] == max(region["houses"])
        assert region["scored"] == (id in now.scored if twin.over else id in twin.scored)


def follow(case: Case, document: Document, policy: Policy, number: int) -> Match:
    """One game, played by both."""
    options = dict(case.options)
    match = case.begin_unforced(number, has_lines=False)
    twin = SlowEmperor(document, case.players, str(options["side"]), bool(options["fortifications"]))
    assert match.setup is not None
    twin.set_up(match.setup["hands"], match.setup["row"])
    rng = random.Random(f"{case} {policy.__name__} {number}")
    assert engine_state(match) == twin_state(twin)
    while not match.over:
        moves = match.legal_moves()
        expected = twin.legal_moves()
        assert set(moves) == set(expected)
        assert len(moves) == len(expected)
        move = policy(twin, moves, rng)
        match.move(twin.seat, move)
        chance = match.moves[-1].chance
        twin.play(move, chance if isinstance(chance, list) else None)
        assert engine_state(match) == twin_state(twin)
        assert match.ledger == twin.ledger
        if len(match.moves) % LOOK_EVERY == 0 or match.over:
            check_table(match, twin)
    assert twin.over
    assert match.winners == twin.winners
    assert twin.legal_moves() == match.legal_moves() == []
    return match


# ---- the standard edition


@pytest.mark.parametrize("policy", POLICIES, ids=[policy.__name__ for policy in POLICIES])
@pytest.mark.parametrize("case", CASES, ids=map(str, CASES))
def test_the_engine_agrees_with_the_slow_twin(case: Case, policy: Policy) -> None:
    for number in range(scaled(3, 6)):
        follow(case, STANDARD, policy, number)


def test_the_games_above_are_worth_comparing() -> None:
    """Who builds along the roads has rows of ten and more, and doubled ones; who sends emissaries has alliances."""
    rows, alliances = [], Counter[str]()
    for case in CASES[1::2]:
        built, sent = (follow(case, STANDARD, policy, 9).ledger for policy in (building, placing))
        rows += [(len(e["where"].split()), e["amount"]) for e in built if e["source"] == "roads"]
        alliances.update(f"{case} {e['where']}" for e in sent if e["source"] == "alliances")
    assert max(length for length, _ in rows) >= 10
    assert any(amount == 2 * length for length, amount in rows)
    assert len(alliances) > 5
    assert max(alliances.values()) > 1  # for several seats


# ---- other editions


def happenings(match: Match) -> Iterator[str]:
    """What kinds of things happened in a game."""
    yield from {entry.move.split()[0] for entry in match.moves}
    yield from {entry["source"] for entry in match.ledger}
    position = match.position
    yield "stopped" if position.times_run_out < 2 else "played to the end"
    yield from {"doubled" for e in match.ledger if e["source"] == "roads" and e["amount"] > len(e["where"].split())}
    yield "shared" if len(match.winners) > 1 else "won"
    if position.in_pile == 0 and not position.row:
        yield "nothing left"


ALL_HAPPENINGS = {
    *(*PIECES, "done", "exchange", "pass", "take", "draw"),
    *("houses", "alliances", "roads", "doubled", "stopped", "played to the end", "shared", "won", "nothing left"),
}


def follow_all(games: Sequence[tuple[Case, Document, Policy, int]]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for case, document, policy, number in games:
        seen.update(happenings(follow(case, document, policy, number)))
    return seen


def test_the_small_edition_agrees_with_the_slow_twin() -> None:
    """Other counts, a region of a single space, spaces without roads, and so few cards that often none is left."""
    cases = list(cases_of(EmperorOfChina(SMALL, "small.toml")))
    games = [(case, SMALL, policy, number) for case in cases for policy in POLICIES for number in range(4)]
    seen = follow_all(games)
    assert {"roads", "shared", "won", "nothing left", "emissary", "fortification", "pass"} <= seen.keys()


def test_invented_editions_agree_with_the_slow_twin() -> None:
    """Nothing in the engine may assume the map: see `invented_edition`. Whatever can happen in a game happens."""
    games = []
    for number in range(150):
        document = invented_edition(number)
        cases = list(cases_of(EmperorOfChina(document, f"{number}.toml")))
        games += [
            (cases[(number + round) % len(cases)], document, POLICIES[(number + round) % len(POLICIES)], number)
            for round in range(3)
        ]
    seen = follow_all(games)
    assert seen.keys() == ALL_HAPPENINGS
    hands = {document["box"]["hand"] for _, document, _, _ in games}
    assert hands == {1, 2, 3, 4}  # with four, the cap of three cards in a turn matters
