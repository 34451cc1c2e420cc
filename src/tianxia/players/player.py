"""The base classes of programs that play, and how they are asked for a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from operator import index
from typing import Any, Final

from tianxia.engine.chance import Stream as Stream
from tianxia.engine.chance import derive_seed, stream_of
from tianxia.engine.position import Position
from tianxia.errors import ForfeitError, IllegalError, TianxiaError
from tianxia.play import Match, View
from tianxia.play.view import shown_name
from tianxia.words import Message, error, printable, say

STAND_INS: Final = "stand_ins"  # the key of a record that tells where a stand-in took over
MOST_QUOTED: Final = 60  # most characters that are quoted of what a program wrote


class Player(ABC):
    """A program that makes the moves of one seat in one game.

    What it keeps between moves only makes it stronger or quicker: a game can be resumed anywhere with a new one.
    """

    spec: str  # what one writes to get it
    is_repeatable: bool = True  # whether it plays the same moves again in the same game with the same luck, begun anew
    forfeit: Message | None = None  # why it played no more; since then a stand-in has

    @abstractmethod
    def choose(self, position: Position, stream: Stream) -> int:
        """A legal action for the seat to move.

        The position is a copy in which everything that the seat cannot know has been drawn afresh. All that the choice
        leaves to luck comes from `stream`.
        """

    def close(self) -> None:  # noqa: B027 (most players hold nothing)
        """Release what it holds, a process for instance. The code that makes players closes them: see `closing`."""


class BlindPlayer(Player):
    """A program that decides from the legal actions alone, so that nothing has to be drawn afresh for it."""

    @abstractmethod
    def pick(self, actions: Sequence[int], stream: Stream) -> int:
        """One of the legal actions."""

    def choose(self, position: Position, stream: Stream) -> int:
        return self.pick([int(action) for action in position.legal_actions()], stream)


class ViewPlayer(Player):
    """A program that decides from the view of its seat, as a person does: it never gets hold of a position.

    It may fail. Then it forfeits, and its stand-in plays on.
    """

    def __init__(self, stand_in: Player) -> None:
        self.stand_in = stand_in

    @abstractmethod
    def answer(self, view: View) -> str:
        """A move in notation, one of `view["legal"]`. `ForfeitError`: there is none, and there will be none."""

    def see_end(self, view: View) -> None:
        """The game is over: how, for the eyes of its seat."""

    def choose(self, position: Position, stream: Stream) -> int:
        assert self.forfeit is not None, "it decides from views: see ask"
        return self.stand_in.choose(position, stream)


# ---- asking


def ask(player: Player, match: Match, seed: bytes) -> str:
    """The move of the seat to move, in notation, as its player decides: fairly, whatever kind of player that is.

    Nobody is asked where there is one legal move. Who forfeits is replaced by a stand-in, and the record tells so.
    """
    seat = match.to_move
    assert seat is not None
    if isinstance(player, ViewPlayer) and player.forfeit is None and len(match.position.legal_actions()) > 1:
        try:
            return _read_move(match, player.answer(match.view(seat)))
        except ForfeitError as failure:
            _replace(player, match, seat, failure)
    action = choose_fairly(player, match.position, seed, len(match.moves))
    return match.game.print_move(match.position, action)


def choose_fairly(player: Player, position: Position, seed: bytes, number: int) -> int:
    """Ask a player for its move. It never sees the real position, and its luck depends on seed and number alone."""
    legal = [int(action) for action in position.legal_actions()]
    if len(legal) == 1:
        return legal[0]
    luck = stream_of(derive_seed(seed, "player"), number)
    if isinstance(player, BlindPlayer):
        return _check_answer(player, player.pick(legal[:], luck), legal)
    seen = position.clone()
    seen.determinize(position.seat, stream_of(derive_seed(seed, "hide"), number))
    return _check_answer(player, player.choose(seen, luck), legal)


def _check_answer(player: Player, answer: Any, legal: list[int]) -> int:
    """Check that an answer is a legal action (NumPy's integers are allowed); the error quotes the answer."""
    try:
        found = index(answer)
    except TypeError:
        found = None
    if found not in legal:
        raise error(IllegalError, "player.answer", player=player.spec, answer=quote(repr(answer)))
    return found


def show_end(players: Sequence[Player | None], match: Match) -> None:
    """Have those who decide from views see how the match ended."""
    for seat, player in enumerate(players, 1):
        if isinstance(player, ViewPlayer) and player.forfeit is None:
            player.see_end(match.view(seat))


@contextmanager
def closing(players: Sequence[Player | None]) -> Iterator[None]:
    """Close all players afterwards, whatever happens. `None` is a person."""
    with ExitStack() as stack:
        for player in players:
            if player is not None:
                stack.callback(player.close)
        yield


def quote(written: str) -> str:
    """What a program wrote, fit to be shown.

    >>> quote("a\\x07" * 40)[-6:]
    'a?a?a…'
    """
    return printable(written if len(written) <= MOST_QUOTED else f"{written[: MOST_QUOTED - 1]}…")


def _read_move(match: Match, text: str) -> str:
    """A legal move as it should be written, or a forfeit with the rule that it breaks."""
    game, position = match.game, match.position
    try:
        action = game.parse_move(position, text)
    except TianxiaError as failure:
        raise error(ForfeitError, "forfeit.unreadable", answer=quote(text), reason=printable(str(failure))) from None
    if (reason := game.why_not(position, action)) is not None:
        raise error(ForfeitError, "forfeit.illegal", answer=quote(text), reason=reason)
    return game.print_move(position, action)


def _replace(player: ViewPlayer, match: Match, seat: int, failure: ForfeitError) -> None:
    """Seat the stand-in, and write down since when and why."""
    move = len(match.moves) + 1
    values = {"seat": seat, "player": quote(shown_name(player.spec)), "move": move, "stand_in": player.stand_in.spec}
    player.forfeit = Message("forfeit.told", values | {"reason": Message(failure.key, failure.values)})
    told = match.extra.get(STAND_INS)
    entry = {"seat": seat, "from": move, "player": player.stand_in.spec, "reason": say(player.forfeit)}
    match.extra[STAND_INS] = [*(told if isinstance(told, list) else ()), entry]
    player.close()
