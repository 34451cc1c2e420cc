"""Programs at work: they play, whatever happens to the processes that think."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.analyses import analysts_of
from support.patience import until
from support.tables import CITY, is_turn_of, moves_of_programs, pass_turn, sit
from support.unreadable import store_novelty
from tianxia.games import GAMES, Shelf
from tianxia.players import make_player
from tianxia.players.search_player import SearchPlayer
from tianxia.server.people.service import People, Person
from tianxia.server.tables.events import Decision, Moved, Undone
from tianxia.server.tables.game import GameSoFar, GameStart, new_seed
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import STAND_IN
from tianxia.server.tasks import pause_after
from tianxia.server.work import programs as programs_module
from tianxia.server.work.answer_delay import answer_delay_of, answer_moment, queue_slot_of, thinking_time_of, turn_start
from tianxia.server.work.background import background_work, make_notices
from tianxia.server.work.process_pool import Pool, T, Ts
from tianxia.server.work.programs import LAST_RESORT, LocalPrograms, Programs
from tianxia.server.work.thinking import ThoughtCache, think

pytestmark = [pytest.mark.anyio, pytest.mark.mostly_sqlite]


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_among_programs_and_a_person(
    tables: TableService, person: Person, pool: Pool, game: str
) -> None:
    box = Shelf().game(game)
    setting = box.setting(box.player_counts[0], {})
    game_start = GameStart(game, box.edition, setting.players, dict(setting.options), new_seed())
    async with background_work(
        Programs(tables, pool, answer_delay=0), analysts_of(tables, pool), make_notices(tables, ""), 1
    ):
        table = await sit(tables, person, *("greedy", "random")[: setting.players - 1], game_start=game_start)
        while await until(lambda: is_turn_of(tables, table.id, 1, None)) and table.status == "playing":
            await pass_turn(tables, person, table.id)
    played = [logged.stored.event for logged in (await tables.find(table.id)).log]
    assert table.status == "over"
    assert {one.seat for one in played if isinstance(one, Moved)} == set(range(1, setting.players + 1))


@pytest.mark.parametrize("program", ["greedy", "net"])
async def test_a_program_answers_somebody_who_plays_over_http(client: AsyncTestClient[Litestar], program: str) -> None:
    await client.post("/api/people", json={"name": "Ada"})
    seats = [{"who": "program", "program": program}, {"who": "me"}]
    here = (await client.post("/api/tables", json={"game": "forbidden-city", "seats": seats})).json()

    async def is_my_turn() -> bool:
        state = (await client.get(f"/api/tables/{here['state']['id']}")).json()["state"]
        return bool(state["to_move"] == 2 and state["view"]["legal"])

    assert await until(is_my_turn)


async def test_programs_go_on_after_a_restart(tables: TableService, person: Person, pool: Pool) -> None:
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)  # nobody is at work
    again = TableService(tables.storage)
    async with background_work(
        Programs(again, pool, answer_delay=0), analysts_of(again, pool), make_notices(again, ""), 1
    ):
        await until(lambda: is_turn_of(again, table.id, 1))


async def test_a_process_that_is_killed_loses_nothing(tables: TableService, person: Person, pool: Pool) -> None:
    table = await sit(tables, person, "mcts:1s")
    await pass_turn(tables, person, table.id)
    pid = await pool.run(person.id, os.getpid)
    thinking = asyncio.create_task(Programs(tables, pool, answer_delay=0).move(table.id))
    await until(lambda: is_busy(pid))
    os.kill(pid, signal.SIGKILL)
    assert await thinking
    assert await pool.run(person.id, os.getpid) != pid
    assert [moved.program for moved in await moves_of_programs(tables, table.id)] == ["mcts:1s"]


class HeldPool(Pool):
    """A pool that tells when a thought begins, and how many did; the test says when they may end."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool.processes)
        self.pool = pool
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()
        self.thoughts = 0
        self.least_seconds: list[float] = []  # seconds that each was to keep its place for

    async def run(
        self,
        owner: str,
        function: Callable[[*Ts], T],
        *args: *Ts,
        least_seconds: float = 0.0,
        is_background: bool = False,
    ) -> T:
        self.begun.set()
        self.thoughts += 1
        self.least_seconds.append(least_seconds)
        found = await self.pool.run(owner, function, *args)
        await self.may_end.wait()
        return found


async def test_a_stale_thought_is_dropped(tables: TableService, person: Person, pool: Pool) -> None:
    table = await sit(tables, person, "greedy")
    await tables.leave(table.id, person, 1)
    assert (await tables.find(table.id)).program_to_move == STAND_IN
    held = HeldPool(pool)
    thinking = asyncio.create_task(Programs(tables, held, answer_delay=0).move(table.id))
    await held.begun.wait()
    await pass_turn(tables, person, table.id)  # who moves is back
    before = (await tables.find(table.id)).number
    held.may_end.set()
    assert await thinking
    found = await tables.find(table.id)
    assert found.number == before
    assert found.program_to_move == "greedy"


async def test_a_job_of_another_sequence_number_does_nothing(tables: TableService, person: Person, pool: Pool) -> None:
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)
    assert not await Programs(tables, pool, answer_delay=0).move(table.id, at=table.sequence + 1)


async def test_a_table_is_thought_about_once_at_a_time(tables: TableService, person: Person, pool: Pool) -> None:
    held = HeldPool(pool)
    here = LocalPrograms(Programs(tables, held, answer_delay=0))
    tables.after_commit.append(here.on_change)
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)
    await held.begun.wait()
    await tables.talk(table.id, person, "Hurry up!")
    held.may_end.set()
    await until(lambda: is_turn_of(tables, table.id, 1))
    await here.close()
    assert held.thoughts == len(await moves_of_programs(tables, table.id))


async def test_whoever_has_many_tables_waits_for_those_of_others(tables: TableService, person: Person) -> None:
    other, _ = await People(tables.storage).welcome("Bo")
    mine = [await sit(tables, person, "mcts:50") for _ in range(4)]
    theirs = await sit(tables, other, "mcts:50")
    for table in mine:
        await pass_turn(tables, person, table.id)
    await pass_turn(tables, other, theirs.id)
    moved: list[str] = []
    tables.after_commit.append(lambda table: moved.append(table.id))
    with closing(Pool(1)) as pool:
        programs = Programs(tables, pool, answer_delay=0)
        await asyncio.gather(*(programs.move(table.id) for table in (*mine, theirs)))
    assert moved.index(theirs.id) <= 2


# ---- failures


async def test_a_simple_program_moves_for_one_that_fails(
    tables: TableService, person: Person, pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    table = await sit(tables, person, "no-such-program")
    await pass_turn(tables, person, table.id)
    assert await Programs(tables, pool, answer_delay=0).move(table.id)
    assert [one.program for one in await moves_of_programs(tables, table.id)] == [LAST_RESORT]
    assert [record.message.count("a simple one moves for it") for record in caplog.records] == [1]
    assert table.id not in caplog.text
    assert table.game_start.seed not in caplog.text


async def test_a_table_that_cannot_be_read_is_tried_again_after_longer_and_longer_pauses(
    tables: TableService, person: Person, pool: Pool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)
    await store_novelty(tables, await tables.find(table.id))
    asked: list[int] = []

    def note(failures: int) -> float:
        asked.append(failures)
        return pause_after(failures) / 1000

    monkeypatch.setattr(programs_module, "pause_after", note)
    here = LocalPrograms(Programs(TableService(tables.storage), pool, answer_delay=0))
    await here.begin()
    await until(lambda: len(asked) >= 3)
    await here.close()
    assert asked[:3] == [1, 2, 3]
    assert caplog.text.count("could not move") == len(asked)
    assert table.id not in caplog.text


async def is_busy(pid: int) -> bool:
    """Whether a process computes rather than waits for something."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "R"


# ---- thinking


def test_thoughts_are_repeatable_and_follow_undo() -> None:
    thoughts, match = ThoughtCache(), CITY.begin()
    first, second = match.legal_moves()[:2]
    decisions: list[Decision] = [Moved(1, first), Undone(1)]
    for known in range(len(decisions) + 1):
        situation = GameSoFar(CITY, list(decisions[:known]))
        caught_up = thoughts.match_of("table", situation)
        assert caught_up.log == situation.replay().log
    another = GameSoFar(CITY, [Moved(1, second)])
    assert thoughts.match_of("table", another).log == another.replay().log
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
    assert {answer_delay_of(spec) for spec in ("random", "greedy", "level:novice", "net")} == {500}
    assert answer_delay_of("level:adept") == 1000
    assert answer_delay_of("level:master") == 3500
    assert answer_delay_of("mcts:2s", 0) == answer_delay_of("greedy", 0) == 0


@pytest.mark.parametrize(
    "spec", ["level:adept", "level:master", "mcts:1", "mcts:20000", "mcts:0.001s", "mcts:5s", "net:1", "net:20000"]
)
def test_a_program_may_think_for_less_than_it_takes(spec: str) -> None:
    """So that only a queue of thoughts, and nothing that it holds, can make it answer later."""
    assert 0 < thinking_time_of(spec) <= answer_delay_of(spec) - 500
    match = CITY.begin()
    player = ThoughtCache().player_of("table", 1, spec, match)
    assert isinstance(player, SearchPlayer)
    assert player.effort.seconds == thinking_time_of(spec) / 1000
    asked = make_player(spec, match.game)
    assert isinstance(asked, SearchPlayer)
    assert player.effort.simulations == asked.effort.simulations, "and it makes no more simulations than it was told"


def test_an_answer_comes_at_the_time_of_its_kind_however_quick_the_thought_was() -> None:
    time = answer_delay_of("level:master")
    for thought in (0, 1, 1700, 3000, time):
        assert answer_moment(1000, 1000 + thought, time) == 1000 + time
    assert answer_moment(1000, 1001 + time, time) == 1000 + 2 * time  # thoughts had to queue up


@pytest.mark.parametrize("spec", ["greedy", "level:adept", "level:master", "mcts:1", "mcts:20000", "mcts:5s"])
def test_a_thought_keeps_its_place_for_longer_than_it_may_take_and_answers_in_time(spec: str) -> None:
    """So that only its kind, and nothing that it holds, can make those wait who come after it."""
    assert thinking_time_of(spec) < queue_slot_of(spec) < answer_delay_of(spec)
    assert queue_slot_of(spec, 0) == 0


@pytest.mark.parametrize("thought", ["7", "no number"])
async def test_the_next_thought_begins_no_sooner_if_one_is_done_or_fails_at_once(pool: Pool, thought: str) -> None:
    began = time.monotonic()
    first = asyncio.create_task(pool.run("ada", int, thought, least_seconds=0.4))
    second = asyncio.create_task(pool.run("bo", time.monotonic))
    (found,) = await asyncio.gather(first, return_exceptions=True)
    assert found == 7 or isinstance(found, ValueError)
    assert await second >= began + 0.4


async def test_a_programs_thought_keeps_the_place_of_its_kind(tables: TableService, person: Person, pool: Pool) -> None:
    held = HeldPool(pool)
    held.may_end.set()
    for answer_delay in (1, 0):
        table = await sit(tables, person, "mcts:5")
        await pass_turn(tables, person, table.id)
        assert await Programs(tables, held, answer_delay).move(table.id)
    assert held.least_seconds == [queue_slot_of("mcts:5") / 1000, 0]


async def test_a_turn_begins_with_what_made_it_one(tables: TableService, person: Person) -> None:
    moments = iter(range(1000, 2000))
    tables.clock = lambda: next(moments)
    table = await sit(tables, person, "greedy")
    await pass_turn(tables, person, table.id)
    began = table.log[-1].stored.moment
    await tables.talk(table.id, person, "Well?")
    assert turn_start(await tables.find(table.id)) == began < table.changed


async def test_programs_that_think_too_long_are_not_let_in(client: AsyncTestClient[Litestar]) -> None:
    await client.post("/api/people", json={"name": "Ada"})
    seats = [{"who": "me"}, {"who": "program", "program": "mcts:31s"}]
    answer = await client.post("/api/tables", json={"game": "forbidden-city", "seats": seats})
    assert answer.status_code == 422
    assert answer.json()["key"] == "server.program-too-slow"
