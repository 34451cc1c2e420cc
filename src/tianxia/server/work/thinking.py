"""The functions that worker processes run: moves of programs, hints, and analyses.

A worker keeps matches and search trees between two calls only to be quicker: any worker can compute anything for any
table, and nothing is lost when one dies.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import Final

from tianxia.engine.chance import SEED_BYTES, derive_seed
from tianxia.games import STANDARD_EDITIONS
from tianxia.games.base import Document
from tianxia.play import Match, read_record, replay
from tianxia.players import Effort, Player, ask, make_player
from tianxia.players.search_player import SearchPlayer
from tianxia.server.tables.game import GameSoFar, apply_decision
from tianxia.server.work.answer_delay import thinking_time_of
from tianxia.teaching import Advice, Retrospect, advise_with_reason, explain, pairs_for, usual_depth

MOST_MATCHES: Final = 50  # that a worker keeps, those used last
MOST_PLAYERS: Final = 20  # that a worker keeps; their search trees are large
MOST_RETROSPECTS: Final = 5  # that a worker keeps
MOST_JUDGED: Final = 3  # best moves that the analysis of a decision shows


class ThoughtCache:
    """The matches, players and analyses that this worker used last."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, tuple[GameSoFar, Match]] = OrderedDict()  # by table
        self._players: OrderedDict[tuple[str, int], Player] = OrderedDict()  # by table and seat
        self._retrospects: OrderedDict[str, Retrospect] = OrderedDict()  # by table or record

    def match_of(self, table: str, game: GameSoFar) -> Match:
        """The match of a table after all decisions: continued where it is known up to some of them, else rebuilt."""
        known, match = self._matches.pop(table, (None, None))
        done = 0 if known is None else len(known.decisions)
        if known is not None and match is not None and _continues(game, known):
            for decision in game.decisions[done:]:
                apply_decision(match, decision)
        else:
            match = game.replay()
        self._matches[table] = game, match
        if len(self._matches) > MOST_MATCHES:
            self._matches.popitem(last=False)
        return match

    def player_of(self, table: str, seat: int, spec: str, match: Match) -> Player:
        """The player of a seat, with the search tree of its last move."""
        player = self._players.pop((table, seat), None)
        if player is None or player.spec != spec:
            player = make_player(spec, match.game)
            if isinstance(player, SearchPlayer):  # its thinking time must not depend on the hand it holds
                player.effort = player.effort.within(thinking_time_of(spec) / 1000)
        self._players[table, seat] = player
        if len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)[1].close()
        return player

    def retrospect_of(self, id: str, document: Document) -> Retrospect:
        """The analysis of a finished game, whose record cannot change any more."""
        retrospect = self._retrospects.pop(id, None) or Retrospect(read_record(document), STANDARD_EDITIONS)
        self._retrospects[id] = retrospect
        if len(self._retrospects) > MOST_RETROSPECTS:
            self._retrospects.popitem(last=False)
        return retrospect


def _continues(game: GameSoFar, known: GameSoFar) -> bool:
    return game.start == known.start and game.decisions[: len(known.decisions)] == known.decisions


@cache
def thoughts() -> ThoughtCache:
    """The cache of this worker."""
    return ThoughtCache()


def think(table: str, game: GameSoFar, spec: str) -> str:
    """The move of a program.

    Its random numbers follow from the seed of the table, so that the move can be checked afterwards (unless its time
    was up before all its simulations were made).
    """
    match = thoughts().match_of(table, game)
    assert match.to_move is not None
    player = thoughts().player_of(table, match.to_move, spec, match)
    return ask(player, match, derive_seed(bytes.fromhex(game.start.seed), "programs"))


def give_hint(table: str, game: GameSoFar, seed: bytes) -> Advice:
    """The judgement of the moves of the seat to move by a master program, with a reason for the best one."""
    match = thoughts().match_of(table, game)
    master = make_player("level:master", match.game)
    assert isinstance(master, SearchPlayer)
    return advise_with_reason(match, master.effort, seed)


def compare_moves(document: Document, after: int, move: str, other: str) -> Document:
    """The explanation of a move of a finished game, compared with another one. The same question has one answer."""
    match = replay(read_record(document), STANDARD_EDITIONS, after)
    this, against = (match.exact_move(match.to_move or 1, notation) for notation in (move, other))
    pairs = pairs_for(match.game, usual_depth(match.game))
    told = explain(match, this, against, pairs, bytes(SEED_BYTES))
    return told.document() | {"other_parsed": match.game.read_move(told.other)}


def judge(id: str, document: Document, place: int, simulations: int, seed: str) -> Document:
    """The analysis of one decision of a finished game, by its place from 0."""
    retrospect = thoughts().retrospect_of(id, document)
    decision = retrospect.judge(retrospect.numbers[place], Effort(simulations), bytes.fromhex(seed))
    return decision.document(MOST_JUDGED)
