"""Thinking, which takes long and so is done in processes of its own: what programs play, hints, and analyses.

What a process keeps between two thoughts only makes the next one quicker: any process can think about any table at any
time, and one that dies takes nothing along.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, Final, TypeVar, TypeVarTuple

from tianxia.engine.chance import derive_seed
from tianxia.games import Shelf
from tianxia.games.base import Document
from tianxia.play import Match, read_record
from tianxia.players import Effort, Player, ask, make_player
from tianxia.players.search_player import SearchPlayer
from tianxia.server.tables.game import GameSoFar, apply_decision
from tianxia.server.work.answer_delay import thinking_time_of
from tianxia.server.work.fair_queue import FairQueue
from tianxia.teaching import Advice, Retrospect, advise
from tianxia.workers import Worker, WorkerDiedError

MOST_MATCHES: Final = 50  # that a process keeps: those it thought about last
MOST_PLAYERS: Final = 20  # the same; their trees are large
MOST_RETROSPECTS: Final = 5
MOST_JUDGED: Final = 3  # moves that are told of a decision: the best
MOST_DEATHS: Final = 3  # a thought that ends a process so often is given up

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


# ---- in a process that thinks


class ThoughtCache:
    """What a process remembers of the tables it thought about."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, tuple[GameSoFar, Match]] = OrderedDict()  # by table
        self._players: OrderedDict[tuple[str, int], Player] = OrderedDict()  # by table and seat
        self._retrospects: OrderedDict[str, Retrospect] = OrderedDict()  # by table or record

    def match_of(self, table: str, situation: GameSoFar) -> Match:
        """The match of a table as it is now: caught up with, or rebuilt where it does not continue what is known."""
        known, match = self._matches.pop(table, (None, None))
        done = 0 if known is None else len(known.decisions)
        if known is not None and match is not None and _continues(situation, known):
            for decision in situation.decisions[done:]:
                apply_decision(match, decision)
        else:
            match = situation.play()
        self._matches[table] = situation, match
        if len(self._matches) > MOST_MATCHES:
            self._matches.popitem(last=False)
        return match

    def player_of(self, table: str, seat: int, spec: str, match: Match) -> Player:
        """Who plays a seat, with what they remember."""
        player = self._players.pop((table, seat), None)
        if player is None or player.spec != spec:
            player = make_player(spec, match.game)
            if isinstance(player, SearchPlayer):  # how long it takes must not depend on what it holds
                player.effort = player.effort.within(thinking_time_of(spec) / 1000)
        self._players[table, seat] = player
        if len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)[1].close()
        return player

    def retrospect_of(self, id: str, document: Document) -> Retrospect:
        """A game that is looked at again. It is over: its record stays as it is."""
        retrospect = self._retrospects.pop(id, None) or Retrospect(read_record(document), Shelf())
        self._retrospects[id] = retrospect
        if len(self._retrospects) > MOST_RETROSPECTS:
            self._retrospects.popitem(last=False)
        return retrospect


def _continues(situation: GameSoFar, known: GameSoFar) -> bool:
    return situation.start == known.start and situation.decisions[: len(known.decisions)] == known.decisions


@cache
def thoughts() -> ThoughtCache:
    """That of this process."""
    return ThoughtCache()


def think(table: str, situation: GameSoFar, spec: str) -> str:
    """The move of a program. Its luck follows from the seed of the table, so that it can be checked afterwards (unless
    its time was up before it had made all its simulations)."""
    match = thoughts().match_of(table, situation)
    assert match.to_move is not None
    player = thoughts().player_of(table, match.to_move, spec, match)
    return ask(player, match, derive_seed(bytes.fromhex(situation.start.seed), "programs"))


def give_hint(table: str, situation: GameSoFar, seed: bytes) -> Advice:
    """What a master thinks of the moves of the seat to move."""
    match = thoughts().match_of(table, situation)
    master = make_player("level:master", match.game)
    assert isinstance(master, SearchPlayer)
    return advise(match, master.effort, seed)


def judge(id: str, document: Document, place: int, simulations: int, seed: str) -> Document:
    """What a decision of a game that is over was worth: the one at a place, from 0."""
    retrospect = thoughts().retrospect_of(id, document)
    decision = retrospect.judge(retrospect.numbers[place], Effort(simulations), bytes.fromhex(seed))
    return decision.document(MOST_JUDGED)


# ---- in the process that asks


class Pool:
    """The worker processes that think. One that dies is replaced, and its thought is thought again.

    People take turns: whoever has programs at many tables delays those of others by one thought for each process.
    """

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._queue = FairQueue(processes)  # at most so many thoughts at once
        self._idle: list[Worker] = []  # started when they are needed; the last one was used last
        self._busy: set[Worker] = set()
        self._threads = ThreadPoolExecutor(processes, "thinking")  # each waits for a worker
        self._is_closed = False

    async def run(
        self,
        owner: str,
        function: Callable[[*Ts], T],
        *args: *Ts,
        least_seconds: float = 0.0,
        is_background: bool = False,
    ) -> T:
        """Have a process call a function, when it is the turn of the person for whom that is done.

        Its place is free for the next one after so many seconds `at_least`, however it ends. What `is_patient` waits
        until nobody else wants a place, and leaves one free where there are several.
        """
        async with self._queue.slot(owner, is_background):
            thought = self._run(function, *args)
            found, _ = await asyncio.gather(thought, asyncio.sleep(least_seconds), return_exceptions=True)
        if isinstance(found, BaseException):
            raise found
        return found

    async def _run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        for _death in range(MOST_DEATHS):
            try:
                return await self._call(function, *args)
            except WorkerDiedError as failure:
                last = failure
                if self._is_closed:
                    break
        raise last

    async def _call(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        assert not self._is_closed
        worker = self._idle.pop() if self._idle else Worker()
        self._busy.add(worker)
        call = partial(_call, worker, function, args)
        is_lost = False
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        except (WorkerDiedError, asyncio.CancelledError):
            is_lost = True
            worker.kill()  # nobody waits for the answer to a cancelled call
            raise
        finally:
            self._busy.discard(worker)
            if not is_lost:
                self._idle.append(worker)

    def close(self) -> None:
        """End the processes, whatever they are thinking about."""
        self._is_closed = True
        self._queue.close()
        for worker in self._busy:
            worker.kill()
        for worker in self._idle:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _call(worker: Worker, function: Callable[..., T], args: tuple[Any, ...]) -> T:
    """Wait for a worker, in a thread, which clears up after one that has died."""
    try:
        return worker.call(function, *args)
    except WorkerDiedError:
        worker.close()
        raise
