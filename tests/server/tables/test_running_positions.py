"""Copies of games in progress: nobody has their positions judged elsewhere."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from support.analyses import analyses_of
from support.seats import refused
from support.tables import CITY, SEED, sit
from tianxia.games import GAMES as GAME_NAMES
from tianxia.games import STANDARD_EDITIONS, Shelf
from tianxia.play import Match, read_record, replay
from tianxia.play.record import write_position_record, write_record, write_record_for
from tianxia.server.people.service import People, Person
from tianxia.server.storage import schema
from tianxia.server.storage.shared_counts import SharedCounts
from tianxia.server.tables.events import Closed, Moved
from tianxia.server.tables.game import GameStart
from tianxia.server.tables.running_positions import LONGEST, fingerprint, fingerprints_of
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table
from tianxia.server.work.hints import Hints
from tianxia.server.work.process_pool import Pool

pytestmark = pytest.mark.anyio

GOLDEN = Path(__file__).parents[2] / "golden"
GAMES = sorted(file.stem for file in GOLDEN.glob("*.json") if "moves" in json.loads(file.read_text("utf-8")))
MANY = 40  # games
OPENING = STANDARD_EDITIONS.game(CITY.game, CITY.edition).opening
DRAGON = GameStart("year-of-the-dragon", Shelf().game("year-of-the-dragon").edition, 2, {}, SEED)


# ---- fingerprints


def record_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_position_without_its_moves_and_names_has_the_same_fingerprint(name: str) -> None:
    document = record_of(name)
    found = fingerprints_of(document)
    for moves in range(0, len(found), 5):
        match = replay(read_record(document), STANDARD_EDITIONS, moves)
        copied = write_position_record(match)
        copied.pop("seats", None)
        assert fingerprints_of(copied) == [found[moves]]


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_a_game_are_told_apart(name: str) -> None:
    found = fingerprints_of(record_of(name))
    assert len(found) < LONGEST
    assert len(set(found)) > len(found) * 0.9  # some moves change only who is to move


@pytest.mark.parametrize("name", sorted(GAME_NAMES))
def test_after_their_openings_games_do_not_look_alike(name: str) -> None:
    game = Shelf().game(name)
    setting = game.setting(game.player_counts[0])
    found = set()
    for number in range(MANY):
        match = Match.begin(game, setting, number.to_bytes(16, "big"))
        while len(match.moves) < game.opening:
            match.move(match.to_move or 0, match.legal_moves()[0], confirmed=True)
        found.add(fingerprint(match))
    assert len(found) == MANY


def test_whoever_sits_in_which_seat_makes_no_difference() -> None:
    match = played(DRAGON.begin(), 30)
    changed = write_position_record(match)
    position = changed["position"]
    for by_seat in ("courts", "dues", "wall_used", "dragons"):
        position[by_seat].reverse()
    position["turn"] = 3 - position["turn"]
    for seats in ("order", "risen", "wall"):
        position[seats] = [3 - seat for seat in position[seats]]
    position["track"] = [[3 - seat, space] for seat, space in position["track"]]
    for entry in position["ledger"]:
        entry["seat"] = 3 - entry["seat"]
    assert replay(read_record(changed), STANDARD_EDITIONS).to_move != match.to_move
    assert fingerprints_of(changed) == [fingerprint(match)]


def test_what_is_made_up_for_the_hidden_makes_no_difference() -> None:
    match = played(CITY.begin(), 20)
    record = write_record_for(match, None)
    for seat, stack in enumerate(record["setup"]["stacks"]):
        shown = [tile for tile in stack if tile is not None]
        rest = list(match.setup["stacks"][seat]) if match.setup is not None else []
        for tile in shown:
            rest.remove(tile)
        Random(seat).shuffle(rest)
        stack[len(shown) :] = rest
    assert fingerprints_of(record)[-1] == fingerprint(match)


# ---- at tables


def played(match: Match, moves: int) -> Match:
    """A match after so many moves, all taken by lot."""
    luck = Random(moves)
    while len(match.moves) < moves and not match.over:
        assert match.to_move is not None
        match.move(match.to_move, luck.choice(match.legal_moves()), confirmed=True)
    return match


@pytest.fixture
async def people(tables: TableService, person: Person) -> list[Person]:
    others = [(await People(tables.storage).welcome(name))[0] for name in ("Bo", "Cy")]
    return [person, *others]


async def play_on(tables: TableService, table: Table, people: list[Person], moves: int) -> Table:
    """A table after more moves, the first legal ones."""
    by_id = {person.id: person for person in people}
    for _ in range(moves):
        table = await tables.find(table.id)
        assert table.match is not None
        assert table.to_move is not None
        person = by_id[table.seat(table.to_move).person or ""]
        move = Moved(table.to_move, table.match.legal_moves()[0], confirmed=True)
        table = await tables.play(table.id, person, move, table.sequence)
    return await tables.find(table.id)


def beginning(match: Match, moves: int | None = None) -> GameStart:
    """The start of a copy of a match, after so many of its moves; all is known, as after somebody filled it in."""
    whole = read_record(write_record(match))
    document = write_position_record(replay(whole, STANDARD_EDITIONS, len(match.moves) if moves is None else moves))
    start = document["position"], len(match.moves)
    return GameStart(match.game.id, match.game.edition, match.setting.players, document["options"], SEED, *start)


async def stored(tables: TableService) -> int:
    async with tables.storage.reading() as connection:
        query = select(func.count()).select_from(schema.running_positions)
        return (await connection.execute(query)).scalar_one()


@pytest.mark.parametrize("game_start", [CITY, DRAGON], ids=lambda start: start.game)
async def test_nobody_begins_from_a_position_of_a_game_in_progress(
    tables: TableService, people: list[Person], game_start: GameStart
) -> None:
    ada, bo, cy = people
    table = await sit(tables, ada, bo, game_start=game_start)
    table = await play_on(tables, table, people, OPENING + 5)
    assert table.match is not None
    for moves in (None, len(table.match.moves) - 2, table.match.game.opening):  # the record may be truncated
        for person, other in ((ada, "level:master"), (cy, "level:master"), (cy, cy)):
            with refused("server.position-in-play"):
                await sit(tables, person, other, game_start=beginning(table.match, moves))
    copied = beginning(table.match)
    before = await stored(tables)
    assert before >= 5
    await tables.change(table.id, lambda table: [Closed()])
    assert await stored(tables) == 0
    await sit(tables, cy, "level:master", game_start=copied)


async def test_a_game_whose_set_up_nobody_else_has_is_protected_before_its_first_move(
    tables: TableService, people: list[Person]
) -> None:
    ada, bo, cy = people
    table = await sit(tables, ada, bo, game_start=DRAGON)
    assert table.match is not None
    with refused("server.position-in-play"):
        await sit(tables, cy, "level:master", game_start=beginning(table.match))


async def test_a_game_that_ends_leaves_no_positions(tables: TableService, people: list[Person]) -> None:
    table = await sit(tables, people[0], people[1])
    while (await tables.find(table.id)).status == "playing":
        await play_on(tables, table, people, 1)
    assert await stored(tables) == 0


async def test_whoever_plays_all_seats_may_try_what_they_like(tables: TableService, people: list[Person]) -> None:
    ada = people[0]
    table = await play_on(tables, await sit(tables, ada, ada), people, OPENING + 2)
    assert table.match is not None
    await sit(tables, ada, "level:master", game_start=beginning(table.match))


async def test_no_hint_is_given_at_a_copy_that_was_there_first(
    tables: TableService, people: list[Person], pool: Pool
) -> None:
    ada, bo, cy = people
    table = await play_on(tables, await sit(tables, ada, bo), people, OPENING)
    guess = Match.begin(table.game_start.rules(), table.match.setting, bytes.fromhex(SEED))  # type: ignore[union-attr]
    assert table.match is not None
    for played_move in [*table.match.moves, None]:
        move = guess.legal_moves()[0] if played_move is None else played_move.move
        guess.move(guess.to_move or 0, move, confirmed=True)
    copied = await sit(tables, cy, cy, game_start=beginning(guess))
    table = await play_on(tables, table, people, 1)
    hints, seat = Hints(tables, pool, SharedCounts(tables.storage)), copied.to_move or 0
    with refused("server.position-in-play"):
        await hints.give(copied.id, cy, seat, copied.sequence, "192.0.2.1")
    assert (await tables.find(copied.id)).seat(seat).hints == 0
    mover = ada if table.to_move == 1 else bo
    await hints.give(table.id, mover, table.to_move or 0, table.sequence, "192.0.2.1")  # their own game counts it
    copied = await play_on(tables, copied, people, 1)
    await hints.give(copied.id, cy, copied.to_move or 0, copied.sequence, "192.0.2.1")  # it went another way


async def test_nobody_moves_into_a_position_of_a_game_in_progress(tables: TableService, people: list[Person]) -> None:
    """A program may be to move there, or play on for whoever leaves."""
    ada, bo, cy = people
    table = await play_on(tables, await sit(tables, ada, bo), people, OPENING - 1)
    assert table.match is not None
    copied = await sit(tables, cy, cy, game_start=beginning(table.match))
    await play_on(tables, table, people, 1)
    with refused("server.position-in-play"):
        await play_on(tables, copied, people, 1)


async def test_no_record_that_goes_on_from_a_game_in_progress_is_analysed(
    tables: TableService, people: list[Person]
) -> None:
    ada, bo, cy = people
    table = await play_on(tables, await sit(tables, ada, bo), people, OPENING + 2)
    assert table.match is not None
    document = copy.deepcopy(write_record(table.match))
    for key in ("seed", "seed_hash", "seats"):
        document.pop(key, None)
    finished = played(replay(read_record(document), STANDARD_EDITIONS), 10_000)
    analyses = analyses_of(tables)
    kept = await analyses.records.keep(cy, write_record(finished))
    with refused("server.position-in-play"):
        await analyses.start("record", kept.id, cy)
    await tables.change(table.id, lambda table: [Closed()])
    await analyses.start("record", kept.id, cy)
