"""Programs at work: they play, whatever happens to the processes that think."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.patience import until
from tianxia.games import GAMES, Shelf
from tianxia.server import schema
from tianxia.server.beat import answer_moment, beat_of, turn_began
from tianxia.server.deal import Deal, Situation
from tianxia.server.happenings import Moved, Offered, SatDown, Undone
from tianxia.server.pace import Leisurely
from tianxia.server.people import People, Person
from tianxia.server.programs import Programs, ProgramsHere
from tianxia.server.storage import Storage
from tianxia.server.table import STAND_IN, Table
from tianxia.server.tables import Tables
from tianxia.server.thinking import Mind, Pool, think
from tianxia.server.work import at_work, make_notices

pytestmark = pytest.mark.anyio
SEED = "000102030405060708090a0b0c0d0e0f"
CITY = Deal("forbidden-city", Shelf().game("forbidden-city").edition, 2, {"start": "gardens"}, SEED)


@pytest.fixture
async def tables(database: str) -> AsyncIterator[Tables]:
    storage = Storage(database)
    async with storage.engine.begin() as connection:
        await connection.run_sync(schema.metadata.create_all)
    yield Tables(storage)
    await storage.close()


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    pool = Pool(1)
    yield pool
    pool.close()


@pytest.fixture
async def person(tables: Tables) -> Person:
    return (await People(tables.storage).welcome("Ada"))[0]


async def sit(tables: Tables, person: Person, program: str) -> Table:
    """A game of a person against a program."""
    seats: list[Offered | SatDown] = [SatDown(1, person.id, person.name), Offered(2, "program", program)]
    return await tables.create(person, CITY, Leisurely(), seats)


async def pass_turn(tables: Tables, person: Person, id: str) -> None:
    """Make moves until somebody else is to move."""
    while (table := await tables.find(id)).to_move == 1 and table.match is not None:
        move = table.match.legal_moves()[0]
        await tables.decide(id, person, Moved(1, move, confirmed=True), table.sequence)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_among_programs_and_a_person(client: AsyncTestClient[Litestar], game: str) -> None:
    await client.post("/api/people", json={"name": "Ada"})
    least = Shelf().game(game).player_counts[0]
    others = [{"who": "program", "program": spec} for spec in ("greedy", "random", "level:novice")[: least - 1]]
    here = (await client.post("/api/tables", json={"game": game, "seats": [{"who": "me"}, *others]})).json()
    address = f"/api/tables/{here['state']['id']}"

    async def my_turn() -> dict[str, object] | None:
        state: dict[str, object] = (await client.get(address)).json()["state"]
        return state if state["to_move"] in (1, None) else None

    while (state := await until(my_turn)) and state["status"] == "playing":
        view = state["view"]
        assert isinstance(view, dict)
        sent = {"seat": 1, "move": view["legal"][0], "sequence": state["sequence"]}
        assert (await client.post(f"{address}/moves", json=sent)).status_code == 200
    assert state["status"] == "over"
    assert state["seed"]


async def test_programs_go_on_after_a_restart(tables: Tables, person: Person, pool: Pool) -> None:
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)  # nobody is at work
    again = Tables(tables.storage)
    async with at_work(Programs(again, pool, beat=0), make_notices(again, ""), 1):
        await until(lambda: is_turn_of(again, table.id, 1))


async def test_a_process_that_is_killed_loses_nothing(tables: Tables, person: Person, pool: Pool) -> None:
    table = await sit(tables, person, "mcts:1s")
    await pass_turn(tables, person, table.id)
    pid = await pool.run(os.getpid)
    thinking = asyncio.create_task(Programs(tables, pool, beat=0).move(table.id))
    await until(lambda: is_busy(pid))
    os.kill(pid, signal.SIGKILL)
    assert await thinking
    assert await pool.run(os.getpid) != pid
    log = (await tables.find(table.id)).log
    assert [told.stored.happening.program for told in log if isinstance(told.stored.happening, Moved)][-1] == "mcts:1s"


async def test_a_stale_thought_is_dropped(tables: Tables, person: Person, pool: Pool) -> None:
    table = await sit(tables, person, "greedy")
    await tables.leave(table.id, person, 1)
    assert (await tables.find(table.id)).mover == STAND_IN
    thinking = asyncio.create_task(Programs(tables, pool, beat=0).move(table.id))
    await asyncio.sleep(0)  # it has begun
    await pass_turn(tables, person, table.id)  # who moves is back
    before = (await tables.find(table.id)).number
    assert await thinking
    found = await tables.find(table.id)
    assert found.number == before
    assert found.mover == "greedy"


async def test_a_job_of_another_sequence_number_does_nothing(tables: Tables, person: Person, pool: Pool) -> None:
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)
    assert not await Programs(tables, pool, beat=0).move(table.id, at=table.sequence + 1)


async def test_a_table_is_thought_about_once_at_a_time(tables: Tables, person: Person, pool: Pool) -> None:
    here = ProgramsHere(Programs(tables, pool, beat=0))
    tables.ears.append(here.hear)
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)
    await tables.talk(table.id, person, "Hurry up!")
    await until(lambda: is_turn_of(tables, table.id, 1))
    moved = [told.stored.happening for told in table.log if isinstance(told.stored.happening, Moved)]
    assert [one.program for one in moved if one.seat == 2][0] == "greedy"
    await here.close()


async def is_busy(pid: int) -> bool:
    """Whether a process computes rather than waits for something."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "R"


async def is_turn_of(tables: Tables, id: str, seat: int) -> bool:
    return (await tables.find(id)).to_move == seat


# ---- thinking


def test_thoughts_are_repeatable_and_follow_undo() -> None:
    mind, match = Mind(), CITY.begin()
    first, second = match.legal_moves()[:2]
    decisions = [Moved(1, first), Undone(1)]
    for known in range(len(decisions) + 1):
        situation = Situation(CITY, list(decisions[:known]))
        caught_up = mind.match_of("table", situation)
        assert caught_up.log == situation.play().log
    another = Situation(CITY, [Moved(1, second)])
    assert mind.match_of("table", another).log == another.play().log
    assert think("a", another, "random") == think("b", another, "random")


# ---- beats


def test_the_moment_of_an_answer_tells_only_how_many_beats_a_program_took() -> None:
    for ready in range(1000, 3000, 7):
        moment = answer_moment(1000, ready, 500)
        assert moment >= max(ready, 1500)
        assert moment - ready < 500 or moment == 1500
        assert (moment - 1000) % 500 == 0
    assert answer_moment(1000, 1001, 0) == 1001


def test_beats_depend_on_the_kind_of_program_alone() -> None:
    assert {beat_of(spec) for spec in ("random", "greedy", "level:novice", "level:adept")} == {500}
    assert beat_of("level:master") > beat_of("level:adept")
    assert beat_of("mcts:2s") > 2000
    assert beat_of("mcts:2s", 0) == beat_of("greedy", 0) == 0


async def test_a_turn_begins_with_what_made_it_one(tables: Tables, person: Person) -> None:
    moments = iter(range(1000, 2000))
    tables.clock = lambda: next(moments)
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)
    began = table.log[-1].stored.moment
    await tables.talk(table.id, person, "Well?")
    assert turn_began(await tables.find(table.id)) == began < table.changed


async def test_programs_that_think_too_long_are_not_let_in(client: AsyncTestClient[Litestar]) -> None:
    await client.post("/api/people", json={"name": "Ada"})
    seats = [{"who": "me"}, {"who": "program", "program": "mcts:31s"}]
    answer = await client.post("/api/tables", json={"game": "forbidden-city", "seats": seats})
    assert answer.status_code == 422
    assert answer.json()["key"] == "server.program-too-slow"
