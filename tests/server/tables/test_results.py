"""Results and ratings of finished games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from msgspec.structs import replace
from sqlalchemy import select

from support.devices import somebody
from support.tables import CITY, sit
from tianxia.server.contract.common import Line
from tianxia.server.contract.people import GamesPlayed, RatingShown, Statistics
from tianxia.server.contract.time_control import Leisurely
from tianxia.server.people.service import People, Person
from tianxia.server.presenter.tables import show_table
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.tables.events import AnyEvent, Left, Moved, SatDown, StoredEvent, Undone
from tianxia.server.tables.results import MODEL, places, rate, shown, store_results
from tianxia.server.tables.service import TableService
from tianxia.server.tables.statistics import show_rating, statistics_of
from tianxia.server.tables.table import STAND_IN, Table

pytestmark = pytest.mark.anyio

GREEDY = "greedy"
NEW = (MODEL.mu, MODEL.sigma)


def test_the_scale_of_ratings_is_as_it_is_told() -> None:
    """In the model of Plackett and Luce, two players of known skill finish in one order or the other."""
    page = (Path(__file__).parents[3] / "docs" / "server.md").read_text(encoding="utf-8")
    told = " ".join(str(RatingShown.__doc__).split())
    assert round(MODEL.mu - 3 * MODEL.sigma) == 0
    assert f"begins at 0, with an uncertainty of {MODEL.sigma:.1f}" in page
    assert f"begins with a rating of 0 and an uncertainty of {MODEL.sigma:.1f}" in told
    assert 1 / (1 + exp(-4 / (sqrt(2) * MODEL.beta))) == pytest.approx(2 / 3, abs=0.01)
    for words in (page, told):
        assert "a difference of 4 means that the better one finishes before the other in two of three games" in words


@pytest.fixture
async def storage(database: str) -> AsyncIterator[Storage]:
    storage = await Storage.open(database)
    yield storage
    await storage.close()


async def welcome(storage: Storage, *names: str) -> list[Person]:
    return [(await People(storage).welcome(name))[0] for name in names]


async def begin(storage: Storage, *players: Person | str, start: Any = None, seed: str = CITY.seed) -> Table:
    """A game that has begun, of people and programs; a person comes first."""
    assert isinstance(players[0], Person)
    game_start = replace(CITY, players=len(players), start=start, seed=seed)
    return await sit(TableService(storage), players[0], *players[1:], game_start=game_start)


def let(table: Table, happening: AnyEvent) -> None:
    table.apply(StoredEvent(table.number + 1, 1000 + table.number, happening))


def next_move(table: Table, program: str | None = None) -> Moved:
    assert table.match is not None
    return Moved(table.to_move or 0, table.match.legal_moves()[0], confirmed=True, program=program)


def finish(table: Table, *left: int) -> Table:
    """Play to the end, in memory; some seats are left before."""
    for seat in left:
        let(table, Left(seat))
    while table.status == "playing":
        let(table, next_move(table))
    return table


async def finish_with_winner(storage: Storage, winner: int, *players: Person | str) -> Table:
    """A game of two, at random, that a seat won."""
    for number in range(40):
        table = await begin(storage, *players, seed=f"{number:032x}")
        dice = Random(number)
        while table.status == "playing":
            assert table.match is not None
            move = dice.choice(table.match.legal_moves())
            let(table, Moved(table.to_move or 0, move, confirmed=True))
        assert table.match is not None
        if table.match.winners == [winner]:
            return table
    raise AssertionError("nobody loses so often")


async def store(storage: Storage, table: Table) -> None:
    async with storage.writing() as connection:
        await store_results(connection, table)


async def ratings(storage: Storage) -> dict[str, tuple[float, float]]:
    async with storage.reading() as connection:
        found = await connection.execute(select(schema.ratings))
        return {row.player: (row.mu, row.sigma) for row in found}


async def results(storage: Storage) -> list[Any]:
    async with storage.reading() as connection:
        return list(await connection.execute(select(schema.results).order_by(schema.results.c.seat)))


@pytest.mark.parametrize(
    ("mu", "sigma", "above", "below"),
    [
        (10.0, 2.0, None, "level:novice"),
        (22.0, 2.0, "level:novice", "level:adept"),
        (40.0, 2.0, "level:adept", None),  # too little is known of masters
        (25.0, 2.0, "level:novice", "level:adept"),  # exactly as strong is not stronger
        (40.0, 5.1, None, None),  # the rating is provisional
    ],
)
def test_a_rating_is_told_by_the_levels_around_it(
    mu: float, sigma: float, above: str | None, below: str | None
) -> None:
    levels = {"level:adept": (25.0, 1.0), "level:novice": (20.0, 5.0), "level:master": (30.0, 6.0), "x": (1.0, 1.0)}
    found = show_rating("city", (mu, sigma), levels)
    assert (found.rating, found.above, found.below) == (round(mu - 3 * sigma), above, below)


async def test_a_casual_game_says_so_and_its_hints_cost_nothing(client: AsyncTestClient[Litestar]) -> None:
    ada = await somebody(client, "Ada")
    seats = [{"who": "me"}, {"who": "program", "program": GREEDY}]
    wish = {"game": "forbidden-city", "seats": seats, "rated": False}
    state = (await ada.post("/api/tables", wish)).json()["state"]
    assert state["unrated"]["text"] == "This game is casual: it changes no rating."
    assert state["seats"][0]["hint_costs"] is False


async def test_a_casual_game_is_not_stored_as_a_result_nor_is_its_rematch_rated(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    tables = TableService(storage)
    casual = await begin(storage, ada, bo)
    casual.is_rated = False
    await store(storage, finish(casual))
    assert await results(storage) == []
    seats = [SatDown(1, ada.id, ada.name), SatDown(2, bo.id, bo.name)]
    table = await tables.create(ada, CITY, Leisurely(), seats, is_rated=False)
    while (table := await tables.find(table.id)).status == "playing":
        person = ada if table.to_move == 1 else bo
        await tables.play(table.id, person, next_move(table), table.sequence)
    again = await tables.rematch(table.id, ada)
    async with storage.reading() as connection:
        kept = (await connection.execute(select(schema.tables.c.rated))).scalars().all()
    assert (again.is_rated, sorted(kept)) == (False, [False, False, True])


async def test_a_game_played_to_its_end_counts(client: AsyncTestClient[Litestar]) -> None:
    """Over the whole server: the last move stores the result."""
    ada, bo = await somebody(client, "Ada"), await somebody(client, "Bo")
    seats = [{"who": "me"}, {"who": "anybody"}]
    here = (await ada.post("/api/tables", {"game": "forbidden-city", "seats": seats})).json()
    path = f"/api/tables/{here['state']['id']}"
    await bo.post(f"{path}/seats/2")
    state = (await ada.post(f"{path}/start")).json()["state"]
    while state["status"] == "playing":
        device = ada if state["to_move"] == 1 else bo
        if state["eyes"] != state["to_move"]:
            state = (await device.get(path)).json()["state"]
        sent = {"seat": state["to_move"], "move": state["view"]["legal"][0], "sequence": state["sequence"]}
        state = (await device.post(f"{path}/moves", sent)).json()["state"]
    scores, winners = state["view"]["scores"], state["view"]["winners"]
    shown = {}
    for seat, device in ((1, ada), (2, bo)):
        told = (await client.get(f"/api/people/{device.person}/statistics")).json()
        win = (seat in winners) / len(winners)
        played = {"game": "forbidden-city", "players": 2, "games": 1, "wins": win, "mean_score": scores[seat - 1]}
        assert told["games"] == [played | {"helped": 0}]
        assert (state["unrated"], state["seats"][seat - 1]["helped"]) == (None, None)
        (rating,) = told["ratings"]
        assert (rating["game"], rating["uncertainty"] < MODEL.sigma) == ("forbidden-city", True)
        shown[seat] = rating["rating"]
    assert (shown[1] > shown[2]) == (winners == [1])
    finished = (await ada.get("/api/tables?which=finished")).json()["tables"]
    assert [table["id"] for table in finished] == [state["id"]]
    assert (finished[0]["scores"], finished[0]["places"]) == (scores, state["view"]["places"])
    changes = (await client.get(f"{path}/ratings")).json()["changes"]
    assert [change["seat"] for change in changes] == [1, 2]
    assert [change["before"] for change in changes] == [0, 0]
    assert {change["seat"]: round(change["after"]) for change in changes} == shown
    nobody = await client.get(f"/api/people/{'x' * 22}/statistics")
    assert nobody.status_code == 404


async def test_results_are_stored_once(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    table = finish(await begin(storage, ada, GREEDY))
    await store(storage, table)
    once = await ratings(storage)
    await store(storage, table)
    assert await ratings(storage) == once
    assert set(once) == {ada.id, GREEDY}
    rows = await results(storage)
    assert table.match is not None
    assert [(row.person, row.program, row.score) for row in rows] == [
        (ada.id, None, table.match.scores[0]),
        (None, GREEDY, table.match.scores[1]),
    ]
    assert sum(row.win for row in rows) == 1.0
    assert await statistics_of(storage, bo.id) == Statistics(bo.id, "Bo", [], [])


async def test_who_left_is_last_and_counts_for_nothing_else(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    table = finish(await begin(storage, ada, bo, GREEDY), 1)
    await store(storage, table)
    skills = await ratings(storage)
    assert skills[ada.id][0] < min(skills[bo.id][0], skills[GREEDY][0])
    assert (await statistics_of(storage, ada.id)).games == [GamesPlayed("forbidden-city", 3, 0, 0.0, None, 1)]
    assert [played.games for played in (await statistics_of(storage, bo.id)).games] == [1]


# ---- help


async def skills_after(storage: Storage, table: Table) -> tuple[float, float]:
    """What is shown of the skills of those in seats 1 and 2 after a game, whom nobody knew before."""
    await store(storage, table)
    skills = await ratings(storage)
    first, second = [shown(skills[str(seat.person or seat.program)]) for seat in table.seats]
    return first, second


async def test_a_game_won_with_hints_wins_nothing_and_harms_nobody(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    table = await finish_with_winner(storage, 1, ada, bo)
    table.seat(1).hints = 2
    of_ada, of_bo = await skills_after(storage, table)
    assert of_ada == shown(NEW)
    assert of_bo > shown(NEW)
    assert (await statistics_of(storage, ada.id)).games == [GamesPlayed("forbidden-city", 2, 0, 0.0, None, 1)]
    [played] = (await statistics_of(storage, bo.id)).games
    assert (played.games, played.wins, played.helped) == (1, 0.0, 0)
    assert show_table(table, None).seats[0].helped == Line(
        "Ada took 2 hints: this game can only lower their rating, and is not in their statistics.",
        "server.helped-hints",
        {"seat": 1, "hints": 2},
    )


async def test_nobody_escapes_a_loss_by_a_hint(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    table = await finish_with_winner(storage, 2, ada, bo)
    table.seat(1).hints = 1
    of_ada, of_bo = await skills_after(storage, table)
    assert of_ada < shown(NEW) < of_bo


async def play_with_stand_in(storage: Storage, winner: int, *players: Person) -> Table:
    """A game of two that a seat won, after its person left for one turn of theirs and came back."""
    for number in range(80):
        table = await begin(storage, *players, seed=f"{number:032x}")
        dice, is_back = Random(number), False
        while table.status == "playing":
            assert table.match is not None
            seat = table.seat(1)
            if table.to_move == 1 and len(seat.own) > 2 and not is_back:
                let(table, Left(1))
                let(table, next_move(table, STAND_IN))
                let(table, SatDown(1, players[0].id, players[0].name))
                is_back = True
            else:
                move = dice.choice(table.match.legal_moves())
                let(table, Moved(table.to_move or 0, move, confirmed=True))
        assert table.match is not None
        if table.match.winners == [winner] and is_back:
            return table
    raise AssertionError("nobody loses so often")


async def test_one_move_of_a_program_is_enough_for_a_game_not_to_be_ones_own(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    table = await play_with_stand_in(storage, 1, ada, bo)
    seat = table.seat(1)
    assert (seat.is_away, seat.own.count(False), seat.hints) == (False, 1, 0)
    moves = len(seat.own)
    of_ada, of_bo = await skills_after(storage, table)
    assert of_ada == shown(NEW) < of_bo
    [row, _] = await results(storage)
    assert (row.moves, row.own_moves, row.hints) == (moves, moves - 1, 0)
    [played] = (await statistics_of(storage, ada.id)).games
    assert (played.games, played.wins, played.helped) == (0, 0.0, 1)
    assert show_table(table, None).seats[0].helped == Line(
        f"A program made moves for Ada ({moves - 1} of {moves} are their own): this game can only lower their rating, "
        "and is not in their statistics.",
        "server.helped-program",
        {"seat": 1, "own": moves - 1, "moves": moves},
    )


async def test_a_game_lost_with_a_programs_help_counts_as_lost(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    of_ada, of_bo = await skills_after(storage, await play_with_stand_in(storage, 2, ada, bo))
    assert of_ada < shown(NEW) < of_bo


async def test_moves_are_counted_by_who_made_them_as_far_as_they_stand(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    table = await begin(storage, ada, bo)
    seat = table.seat(table.to_move or 0)
    waits = replace(next_move(table), confirmed=False)
    for happening in (waits, Undone(seat.number), waits, waits, Undone(seat.number)):
        let(table, happening)
    assert seat.own == []
    for program in (STAND_IN, None):
        while table.to_move == seat.number:
            let(table, next_move(table, program))
            if program is None:
                break
        while table.to_move != seat.number:
            let(table, next_move(table))
    assert seat.own[-1]
    assert not any(seat.own[:-1])
    assert len(seat.own) > 1


async def test_a_programs_move_that_is_taken_back_and_made_again_is_not_ones_own(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    table = await begin(storage, ada, bo)
    seat = table.seat(table.to_move or 0)
    shown = replace(next_move(table, STAND_IN), confirmed=False)
    own = replace(next_move(table), confirmed=False)
    for happening in (shown, Undone(seat.number), own):
        let(table, happening)
    assert seat.own == [False]
    for happening in (Undone(seat.number), own, own):  # taking it back again does not make it so
        let(table, happening)
    assert seat.own == [False]
    let(table, replace(own, confirmed=True))
    while table.to_move != seat.number:
        let(table, next_move(table))
    let(table, next_move(table))
    assert seat.own[:1] == [False]
    assert all(seat.own[1:]), "what follows is"
    assert len(seat.own) > 1


async def test_some_games_say_nothing_about_how_well_people_play(storage: Storage) -> None:
    ada, bo = await welcome(storage, "Ada", "Bo")
    begun = await begin(storage, ada, bo)
    assert begun.match is not None
    for table in (
        finish(await begin(storage, ada, ada)),  # against oneself
        finish(await begin(storage, ada, bo, start=begun.match.position_document())),  # begun from a position
        finish(await begin(storage, ada, bo, "mcts:1")),  # anybody can make up such an opponent
    ):
        await store(storage, table)
    assert await ratings(storage) == {}
    assert not await results(storage), "nobody's statistics can be made up"


async def test_only_programs_that_everybody_meets_are_rated(storage: Storage) -> None:
    [ada] = await welcome(storage, "Ada")
    for spec in ("random", "greedy", "level:novice", "level:adept", "level:master"):
        assert show_table(await begin(storage, ada, spec), None).unrated is None
    for spec in ("mcts:1", "mcts:2s", "mcts:1000"):
        assert show_table(await begin(storage, ada, "greedy", spec), None).unrated == Line(
            f"This game is not rated: {spec} plays, and of the programs only the levels, greedy and random are rated.",
            "server.unrated-program",
            {"program": spec},
        )


async def test_games_that_end_at_the_same_time_all_count(storage: Storage) -> None:
    """Each game has the same result, so that their order makes no difference."""
    ada, bo = await welcome(storage, "Ada", "Bo")
    tables = [finish(await begin(storage, ada, bo, GREEDY)) for _ in range(6)]
    processes = [Storage(storage.url) for _ in range(3)]
    try:
        await asyncio.gather(*(store(processes[turn % 3], table) for turn, table in enumerate(tables)))
    finally:
        for process in processes:
            await process.close()
    players = [ada.id, bo.id, GREEDY]
    expected = dict.fromkeys(players, NEW)
    for table in tables:
        expected = rate(players, places(table, lambda seat: False), expected)
    found = await ratings(storage)
    for player in players:
        assert found[player] == pytest.approx(expected[player])


def test_a_program_in_two_seats_is_rated_as_one() -> None:
    before = {"ada": NEW, GREEDY: NEW}
    after = rate(["ada", GREEDY, GREEDY], [1, 2, 3], before)
    assert after["ada"][0] > MODEL.mu > after[GREEDY][0]
    assert after[GREEDY][1] < MODEL.sigma
