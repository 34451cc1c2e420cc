"""The base class of all positions: what every game offers to matches, players, search and environments."""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.journal import Journal
from tianxia.engine.native import i64, mypyc_attr, vec
from tianxia.errors import ImpossibleOutcomeError
from tianxia.words import error

SPECTATOR: Final = -1
"""The viewpoint of a spectator."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """The state of a game at one moment, hidden information included.

    It waits either for a seat to make one decision (`seat`, `legal_actions`, `apply`) or for chance to settle one
    event (`awaits_chance`, `outcomes`, `settle`). `apply` draws the outcomes of chance; `apply_with` takes the outcomes
    as given. An action is an integer, and so is an outcome; each game defines what they mean. Seats count from 0 here.
    """

    __slots__ = ("awaits_chance", "journal", "over", "players", "seat")

    players: i64
    seat: i64  # whose decision it is; the last to move once the game is over
    over: bool
    awaits_chance: bool  # between the decisions: an event is to be settled
    journal: Journal | None  # `None` where nobody needs it: then nothing is written

    # ---- decisions

    def legal_actions(self) -> vec[i64]:
        """The legal actions, ascending; empty when no seat is to move."""
        raise NotImplementedError

    def random_action(self, stream: Stream) -> i64:
        """A random legal action, all with equal chances."""
        actions = self.legal_actions()
        return actions[stream.below(len(actions))]

    def is_legal(self, action: i64) -> bool:
        return action in self.legal_actions()

    def apply_until_chance(self, action: i64) -> None:
        """Carry out a legal action up to the next decision, or up to the first event of chance."""
        raise NotImplementedError

    def apply(self, action: i64) -> None:
        """Carry out a legal action, and draw whatever chance has to settle after it."""
        self.apply_until_chance(action)
        if self.awaits_chance:
            self.draw_all()

    def apply_with(self, action: i64, outcomes: list[int]) -> None:
        """Carry out a legal action with given outcomes of chance; impossible ones are refused, and nothing changes."""
        trial = self.clone()
        trial.apply_until_chance(action)
        for outcome in outcomes:
            trial.settle_checked(outcome)
        if trial.awaits_chance:
            raise error(ImpossibleOutcomeError, "chance.missing")
        self.apply_until_chance(action)
        for outcome in outcomes:
            self.settle(outcome)

    # ---- chance

    def outcomes(self) -> vec[i64]:
        """The possible outcomes of the awaited event, ascending; empty when a seat is to move."""
        raise NotImplementedError

    def weights(self) -> vec[i64]:
        """The weights of the `outcomes`, in the same order: the chance of an outcome is its share of their sum."""
        raise NotImplementedError

    def take_seed(self, seed: bytes) -> None:
        """Set the seed of the random numbers for all events of chance to come."""
        raise NotImplementedError

    def draw(self) -> i64:
        """A random outcome of the awaited event, from the position's own generator."""
        raise NotImplementedError

    def settle(self, outcome: i64) -> None:
        """Settle the awaited event with a possible outcome."""
        raise NotImplementedError

    def settle_checked(self, outcome: int) -> None:
        """Settle the awaited event with an untrusted outcome; raises `ImpossibleOutcomeError` if it is impossible."""
        if not self.awaits_chance or outcome not in [int(possible) for possible in self.outcomes()]:
            raise error(ImpossibleOutcomeError, "chance.impossible", outcome=outcome)
        self.settle(outcome)

    def deal(self, seed: bytes) -> None:
        """Settle all events of chance before the first decision, from the seed of the game."""
        self.take_seed(seed)
        self.draw_all()

    def draw_all(self) -> None:
        """Settle events with outcomes of the position's own generator until a seat is to move or the game is over.

        Games may have a faster way than `draw` and `settle`, with the same outcomes.
        """
        while self.awaits_chance:
            self.settle(self.draw())

    # ---- looking ahead

    def clone(self) -> Position:
        """A copy without the journal, which shares no mutable data."""
        raise NotImplementedError

    def determinize(self, seat: i64, stream: Stream) -> None:
        """Determinize: draw afresh, with equal chances, everything that `seat` (or a `SPECTATOR`) cannot know.

        The result must not depend on how the hidden things lay, not even for somebody who knows the stream: they are
        sorted before they are shuffled. The generator is drawn afresh, too.
        """
        raise NotImplementedError

    def information_set_key(self, seat: i64) -> i64:
        """The key of the information set of a seat: a fingerprint (`engine.fingerprint`) of everything that it knows.

        `determinize` for that seat does not change the key. Positions with the same key look the same to the seat, and
        have the same legal actions for it.
        """
        raise NotImplementedError

    def scores(self) -> vec[i64]:
        """Seat -> its points or coins so far."""
        raise NotImplementedError

    # ---- the result

    def tie_breaks(self, seat: i64) -> vec[i64]:
        """What ranks a seat among those with its score, the first tie-break first; of each, more is better.

        Empty: seats with equal scores share a place. `Game.tie_breaks` names them in this order.
        """
        return vec[i64]([])

    def is_ahead(self, seat: i64, other: i64) -> bool:
        """Whether a seat ranks above another: by score, then by the tie-breaks."""
        scores = self.scores()
        if scores[seat] != scores[other]:
            return scores[seat] > scores[other]
        own, others = self.tie_breaks(seat), self.tie_breaks(other)
        for index in range(len(own)):
            if own[index] != others[index]:
                return own[index] > others[index]
        return False

    def places(self) -> vec[i64]:
        """By seat, its place in the result, from 1; seats that nothing separates share one."""
        return vec[i64]([1 + self.count_ahead(seat) for seat in range(self.players)])

    def count_ahead(self, seat: i64) -> i64:
        """How many seats rank above a seat."""
        ahead: i64 = 0
        for other in range(self.players):
            if self.is_ahead(other, seat):
                ahead += 1
        return ahead

    def winners(self) -> vec[i64]:
        """The seats that win, ascending: those in the first place; more than one share the victory."""
        return vec[i64]([seat for seat in range(self.players) if self.count_ahead(seat) == 0])
