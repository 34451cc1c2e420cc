"""The base class of all positions: what every game offers to matches, players, search and environments."""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.journal import Journal
from tianxia.engine.native import i64, mypyc_attr, vec
from tianxia.errors import ImpossibleOutcomeError
from tianxia.words import error

SPECTATOR: Final = -1
"""The seat of one who sees what is public and nothing else."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """One moment of one game, hidden things included.

    It waits either for a seat to make one decision (`seat`, `legal_actions`, `apply`) or for chance to settle one
    event (`awaits_chance`, `outcomes`, `settle`). `apply` draws what chance decides by itself; `apply_with` is told.
    An action is an integer, and so is an outcome; each game defines what they mean. Seats count from 0 here.
    """

    __slots__ = ("awaits_chance", "journal", "over", "players", "seat")

    players: i64
    seat: i64  # whose decision it is; the last to move once the game is over
    over: bool
    awaits_chance: bool  # between the decisions: an event is to be settled
    journal: Journal | None  # `None` where nobody needs it: then nothing is written

    # ---- decisions

    def legal_actions(self) -> vec[i64]:
        """The legal actions, ascending; none when no seat is to move."""
        raise NotImplementedError

    def random_action(self, stream: Stream) -> i64:
        """One of the legal actions, each as likely."""
        actions = self.legal_actions()
        return actions[stream.below(len(actions))]

    def is_legal(self, action: i64) -> bool:
        return action in self.legal_actions()

    def decide(self, action: i64) -> None:
        """Carry out a legal action up to the next decision, or up to the first event of chance."""
        raise NotImplementedError

    def apply(self, action: i64) -> None:
        """Carry out a legal action, and draw whatever chance has to settle after it."""
        self.decide(action)
        if self.awaits_chance:
            self.draw_all()

    def apply_with(self, action: i64, outcomes: list[int]) -> None:
        """Carry out a legal action with the outcomes given, and refuse impossible ones (a copy is tried first)."""
        trial = self.clone()
        trial.decide(action)
        for outcome in outcomes:
            trial.settle_checked(outcome)
        if trial.awaits_chance:
            raise error(ImpossibleOutcomeError, "chance.missing")
        self.decide(action)
        for outcome in outcomes:
            self.settle(outcome)

    # ---- chance

    def outcomes(self) -> vec[i64]:
        """The possible outcomes of the event that is awaited, ascending; none when a seat is to move."""
        raise NotImplementedError

    def weights(self) -> vec[i64]:
        """How likely each of the `outcomes` is, in the same order: its chance is its share of the sum."""
        raise NotImplementedError

    def take_seed(self, seed: bytes) -> None:
        """Give the position its generator, for all that chance has still to decide."""
        raise NotImplementedError

    def draw(self) -> i64:
        """An outcome of the event that is awaited, from the position's own generator."""
        raise NotImplementedError

    def settle(self, outcome: i64) -> None:
        """Let the event that is awaited end with a possible outcome."""
        raise NotImplementedError

    def settle_checked(self, outcome: int) -> None:
        """Let the event that is awaited end with an untrusted outcome; `ImpossibleOutcomeError` where it cannot be."""
        if not self.awaits_chance or outcome not in [int(possible) for possible in self.outcomes()]:
            raise error(ImpossibleOutcomeError, "chance.impossible", outcome=outcome)
        self.settle(outcome)

    def deal(self, seed: bytes) -> None:
        """Settle all that chance decides before the first decision, from the seed of the game."""
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
        """A copy that shares nothing that changes; nobody watches it."""
        raise NotImplementedError

    def determinize(self, seat: i64, stream: Stream) -> None:
        """Determinize: draw afresh, with equal chances, everything that `seat` (or a `SPECTATOR`) cannot know.

        What comes out must not depend on how the hidden things lay, not even for one who knows the stream: they are
        brought into an order of their own before they are shuffled. The generator is redrawn too.
        """
        raise NotImplementedError

    def information_set_key(self, seat: i64) -> i64:
        """The key of the information set that a seat is in: a fingerprint (`engine.fingerprint`) of all that it knows.

        `determinize` for that seat does not change it. Where the key is the same, the seat sees the same, and its legal
        actions are the same.
        """
        raise NotImplementedError

    def scores(self) -> vec[i64]:
        """Points or coins so far, by seat."""
        raise NotImplementedError

    def winners(self) -> vec[i64]:
        """The seats that win, ascending, by the rulebook's tie-breaks: more than one share the victory."""
        raise NotImplementedError
