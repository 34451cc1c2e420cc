"""Nobody is sent what they may not know: not the seed, not another's hand, not the order of a pile, not a pending move.

Whole games are played over HTTP, with a spy on every byte that reaches anybody. And games have twins, which differ from
them only in what some eyes cannot know: what is told to these eyes must be the same, to the last byte.
"""

from __future__ import annotations

import asyncio
import base64
import copy
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from contract.cases import Case, cases_of
from support.databases import new_sqlite
from support.guests import Document, Guest, guests_at, seat_all
from support.servers import SETTINGS, serving_here
from tianxia.engine.chance import stream_of
from tianxia.engine.position import SPECTATOR
from tianxia.errors import IllegalError
from tianxia.games import find_game
from tianxia.games.base import engine_seat
from tianxia.play import Match
from tianxia.server.contract.time_control import Leisurely
from tianxia.server.http.app import make_app
from tianxia.server.presenter.tables import Viewpoint, show_here, show_record, show_update
from tianxia.server.tables.events import Confirmed, Decision, Moved, SatDown, Started, StoredEvent
from tianxia.server.tables.game import GameStart
from tianxia.server.tables.table import Table

GAMES = ("forbidden-city", "emperor-of-china", "year-of-the-dragon")
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")


# ---- over HTTP


class Spy:
    """Knows the secrets of a table, and looks for them in all that was heard."""

    def __init__(self, table: Table, guests: list[Guest], onlookers: list[Guest]) -> None:
        self.seats: dict[str, Viewpoint] = {guest.name: seat for seat, guest in enumerate(guests, 1)}
        self.cookies = {guest.name: guest.cookie for guest in [*guests, *onlookers]}
        self.invite = table.invite
        seed = bytes.fromhex(table.game_start.seed)
        encodings = (base64.b64encode(seed), base64.urlsafe_b64encode(seed), seed.hex().encode())
        self.seed = [text.rstrip(b"=") for text in encodings] + [seed, seed[::-1].hex().encode()]

    def check(self, guest: Guest) -> int:
        """Look at everything that a guest heard: how much was told before the end."""
        before_the_end = [body for body in guest.heard if b'"status":"over"' not in body]
        others = [cookie.encode() for name, cookie in self.cookies.items() if name != guest.name]
        invites = [] if self.seats.get(guest.name) == 1 else [self.invite.encode()]  # the host sits there
        for body in before_the_end:
            assert not any(secret.lower() in body.lower() for secret in self.seed)
            assert not any(secret in body for secret in [*others, *invites])
            for state in states(json.loads(body)):
                self.check_state(guest, state)
        return len(before_the_end)

    def check_state(self, guest: Guest, state: Document) -> None:
        assert state["eyes"] == self.seats.get(guest.name)
        assert state["seed"] is None
        view = state["view"]
        if view is not None:
            assert view["seat"] == state["eyes"]
            assert view["seat"] == view["to_move"] or not view["legal"]
            assert view["seat"] is not None or not view["own"]


def states(document: Any) -> Iterator[Document]:
    """The states in an answer, an update or a refusal."""
    if isinstance(document, dict) and isinstance(document.get("state"), dict):
        yield document["state"]


async def listen(guest: Guest, table: str) -> None:
    """Follow a table over a WebSocket and as events, from the beginning on."""

    async def watch() -> None:
        async with guest.watch(table, "?since=0") as socket:
            while True:
                await guest.next_update(socket)

    async def read() -> None:
        async for _ in guest.events(table, "?since=0"):
            pass

    await asyncio.gather(watch(), read())


@asynccontextmanager
async def all_ears(guests: list[Guest], table: str) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(listen(guest, table)) for guest in guests]
    yield
    for task in tasks:
        assert not task.done(), task.exception()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def pry(guest: Guest, table: str, seat: int, state: Document) -> set[int]:
    """Ask for what is not one's own, in many ways: the statuses of the answers."""
    answers = [
        await guest.ask("GET", f"/api/tables/{table}?seat={seat}"),
        await guest.ask("GET", f"/api/tables/{table}/events?seat={seat}"),
        await guest.ask("GET", f"/api/tables/{table}/record?seat={seat}"),
        await guest.ask("GET", f"/api/tables/{table}/review?seat={seat}"),
        await guest.move(table, seat, "x", state["sequence"]),
        await guest.undo(table, seat, state["sequence"]),
        await guest.confirm(table, seat, 0),
        await guest.ask("GET", f"/api/tables/{table}/record"),
        await guest.ask("GET", f"/api/tables/{table}/review?move=1"),
        await guest.ask("GET", f"/api/tables/{table}"),
    ]
    return {answer.status_code for answer in answers[:7]}


async def play_openly(guests: list[Guest], onlookers: list[Guest], table: str) -> None:
    """A whole game. Moves wait, come too late, or are nonsense; others pry."""
    dice = Random(0)
    state = await guests[0].look(table, 1)
    for onlooker in onlookers:
        assert await pry(onlooker, table, 1, state) == {403}
    while state["status"] == "playing":
        seat = state["to_move"]
        mover, other = guests[seat - 1], dice.choice([*guests[: seat - 1], *guests[seat:], *onlookers])
        state = await mover.look(table, seat)
        if dice.random() < 0.07:
            assert (await mover.move(table, seat, "nonsense", state["sequence"])).status_code == 422
            assert (await mover.move(table, seat, "nonsense", state["sequence"] + 1)).status_code == 409
            assert await pry(other, table, seat, state) == {403}
        waits = dice.random() < 0.2
        answer = await mover.move(table, seat, dice.choice(state["view"]["legal"]), state["sequence"], not waits)
        assert answer.status_code == 200, answer.text
        state = answer.json()["state"]
        if state["view"]["pending"] is not None:
            assert await pry(other, table, seat, state) == {403}
            state = (await mover.confirm(table, seat, state["sequence"])).json()["state"]


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_nothing_secret_is_sent_to_anybody(game: str, tmp_path: Path) -> None:
    cases = cases_of(find_game(game))
    case = cases[len(cases) // 2]
    app = make_app(new_sqlite(tmp_path), SETTINGS)
    async with serving_here(app) as address, guests_at(address, *NAMES[: case.players], "On", "Out") as everybody:
        guests, onlookers = everybody[: case.players], everybody[case.players :]
        table = await seat_all(guests, game, options=dict(case.options))
        spy = Spy(await app.state.services.tables.find(table), guests, onlookers)
        async with all_ears([*guests, onlookers[0]], table):
            await play_openly(guests, onlookers, table)
        for guest in everybody:
            assert spy.check(guest) > 5
        assert spy.seed[2] in (await onlookers[1].ask("GET", f"/api/tables/{table}")).content  # now all may know


# ---- twins


def begin(case: Case, number: int) -> Table:
    """A table at which the game has just begun."""
    game_start = GameStart(case.game.id, case.game.edition, case.players, dict(case.options), case.seed(number).hex())
    table = Table("t" * 22, "p1", "i" * 22, game_start, Leisurely(), False, False, 0)
    for seat in range(1, case.players + 1):
        let(table, SatDown(seat, f"p{seat}", NAMES[seat - 1]))
    let(table, Started(tuple(range(1, case.players + 1))))
    return table


def let(table: Table, happening: Any) -> None:
    table.apply(StoredEvent(table.number + 1, 0, happening))


def match_of(table: Table) -> Match:
    assert table.match is not None
    return table.match


def seat_inside(viewpoint: Viewpoint) -> int:
    return SPECTATOR if viewpoint is None else engine_seat(viewpoint)


def twin_of(table: Table, viewpoint: Viewpoint, number: int) -> Table:
    """A table that differs only in what these eyes cannot know."""
    twin = copy.copy(table)
    twin.log, twin.decisions = list(table.log), list(table.decisions)
    twin.seats, twin.clock = copy.deepcopy(table.seats), copy.deepcopy(table.clock)
    twin.match = match = copy.copy(match_of(table))
    match.log, match.moves, match.ledger = list(match.log), list(match.moves), list(match.ledger)
    match._checkpoints = list(match._checkpoints)
    match.position = match.position.clone()
    match.position.determinize(seat_inside(viewpoint), stream_of(bytes.fromhex(table.game_start.seed), 7000 + number))
    if not match.moves:
        match.setup = match.game.write_setup(match.position)
    return twin


def told(table: Table, viewpoint: Viewpoint) -> bytes:
    """All that is told to these eyes; but for the moment, which everybody knows."""
    update, here = show_update(table, viewpoint, 0), show_here(table, None, viewpoint)
    timeless = [replace(seen, state=replace(seen.state, moment=0)) for seen in (update, here)]
    return msgspec.json.encode([*timeless, show_record(table, viewpoint)])


def see_alike(table: Table, twin: Table, viewpoint: Viewpoint) -> bool:
    """Whether these eyes have not been shown yet that the two are not the same."""
    seat = seat_inside(viewpoint)
    keys = {int(match_of(one).position.information_set_key(seat)) for one in (table, twin)}
    return bool(len(keys) == 1 and not is_reordered(turned_up(table), turned_up(twin)))


def turned_up(table: Table) -> list[Any]:
    """What everybody saw come up last."""
    match = match_of(table)
    found = match.redacted_chance(match.moves[-1], None) if match.moves else None
    return found if isinstance(found, list) else [found]


def is_reordered(cards: list[Any], others: list[Any]) -> bool:
    """Cards that were turned up in another order make the same position, but everybody saw the order."""
    return cards != others and sorted(cards, key=str) == sorted(others, key=str)


def next_decision(match: Match, dice: Random) -> Decision:
    """A decision of the seat to move; now and then one that waits."""
    seat = match.to_move
    assert seat is not None
    if match.pending is not None:
        return Confirmed(seat)
    return Moved(seat, dice.choice(match.legal_moves()), confirmed=dice.random() < 0.8)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("which", [0, -1])
def test_eyes_are_told_nothing_that_they_cannot_know(game: str, which: int) -> None:
    case = cases_of(find_game(game))[which]
    table, dice = begin(case, 0), Random(game)
    everybody: list[Viewpoint] = [None, *range(1, case.players + 1)]
    for viewpoint in everybody:
        assert told(twin_of(table, viewpoint, 0), viewpoint) == told(table, viewpoint)
    twin, alike, differing = twin_of(table, viewpoint, 0), 0, 0
    while table.status == "playing":
        decision = next_decision(match_of(table), dice)
        let(table, decision)
        goes_on = table.status == "playing" and follows(twin, decision) and see_alike(table, twin, viewpoint)
        if goes_on:
            assert told(twin, viewpoint) == told(table, viewpoint)
            alike += 1
            differing += whole_truth(twin) != whole_truth(table)
        if not goes_on or dice.random() < 0.1:
            viewpoint = dice.choice(everybody)
            twin = twin_of(table, viewpoint, table.number)
    assert alike >= 10
    assert differing >= 5 or game == "year-of-the-dragon"  # where nothing lies hidden: it is drawn when it comes


def whole_truth(table: Table) -> Document:
    match = match_of(table)
    found: Document = match.game.write_position(match.position)
    return found


def follows(twin: Table, decision: Decision) -> bool:
    """Let the same happen to the twin, if it can: another hand may not have the card."""
    try:
        let(twin, decision)
    except IllegalError:
        return False
    return twin.status == "playing"


@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_sees_which_move_waits(game: str) -> None:
    case = cases_of(find_game(game))[0]
    table, dice, compared = begin(case, 1), Random(game), 0
    for _ in range(40):
        match = match_of(table)
        seat, legal = match.to_move, match.legal_moves()
        assert seat is not None
        found = [twin for move in legal[:4] if (twin := waiting(table, Moved(seat, move))) is not None]
        for other in [None, *(viewpoint for viewpoint in range(1, case.players + 1) if viewpoint != seat)]:
            assert len({told(twin, other) for twin in found}) <= 1
        compared += len(found) > 1 and len({told(twin, seat) for twin in found}) > 1
        let(table, Moved(seat, dice.choice(legal), confirmed=True))
    assert compared > 5


def waiting(table: Table, moved: Moved) -> Table | None:
    """A copy of the table at which this move waits, unless it could be taken back and so does not have to wait."""
    copied = begin_again(table)
    let(copied, moved)
    return copied if match_of(copied).pending is not None else None


def begin_again(table: Table) -> Table:
    """A second copy of a table, made from its log."""
    again = Table(table.id, table.host, table.invite, table.game_start, table.time_control, False, False, 0)
    for one in table.log:
        again.apply(one.stored)
    return again
