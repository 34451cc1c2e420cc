"""The base classes of programs that play, and the functions that ask them for a move."""

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

STAND_INS: Final = "stand_ins"  # the key of a record that says where a stand-in took over
MOST_QUOTED: Final = 60  # most characters that are quoted of what a program wrote


class Player(ABC):
    """A program that makes the moves of one seat in one game.

    State between moves only makes it stronger or faster: a game can be resumed anywhere with a new player.
    """

    spec: str  # what one writes to get it
    is_repeatable: bool = True  # whether it plays the same moves again in the same game with the same luck, begun anew
    forfeit: Message | None = None  # why it played no more; since then a stand-in has

    @abstractmethod
    def choose(self, position: Position, stream: Stream) -> int:
        """A legal action for the seat to move.

        The position is a determinized copy, in which everything that the seat cannot know has been drawn afresh. All
        random numbers come from `stream`.
        """

    def close(self) -> None:  # noqa: B027 (most players hold nothing)
        """Release resources such as a process. The code that makes players closes them: see `closing`."""


class BlindPlayer(Player):
    """A program that decides from the legal actions alone, so that no position has to be determinized for it."""

    @abstractmethod
    def pick(self, actions: Sequence[int], stream: Stream) -> int:
        """Choose one of the legal actions."""

    def choose(self, position: Position, stream: Stream) -> int:
        return self.pick([int(action) for action in position.legal_actions()], stream)


class ViewPlayer(Player):
    """A program that decides from the view of its seat, as a person does: it never gets a position.

    If it fails, it forfeits, and its stand-in plays on.
    """

    def __init__(self, stand_in: Player) -> None:
        self.stand_in = stand_in

    @abstractmethod
    def answer(self, view: View) -> str:
        """A move in notation, one of `view["legal"]`; raises `ForfeitError` if it can give none from now on."""

    def see_end(self, view: View) -> None:
        """Get the final view of its seat, when the game is over."""

    def choose(self, position: Position, stream: Stream) -> int:
        assert self.forfeit is not None, "it decides from views: see ask"
        return self.stand_in.choose(position, stream)


# ---- asking


def ask(player: Player, match: Match, seed: bytes) -> str:
    """Ask a player of any kind for its move, in notation, without giving it hidden information.

    A single legal move is made without asking. A player that forfeits is replaced by a stand-in, as the record notes.
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
    """Ask a player for its action. It gets no hidden information, and random numbers from seed and number alone."""
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
    """Show the final view to the players that decide from views."""
    for seat, player in enumerate(players, 1):
        if isinstance(player, ViewPlayer) and player.forfeit is None:
            player.see_end(match.view(seat))


@contextmanager
def closing(players: Sequence[Player | None]) -> Iterator[None]:
    """Close all players at the end of the block, whatever happens. `None` is a person."""
    with ExitStack() as stack:
        for player in players:
            if player is not None:
                stack.callback(player.close)
        yield


def quote(written: str) -> str:
    """The output of a program, made safe for a terminal and shortened.

    >>> quote("a\\x07" * 40)[-6:]
    'a?a?a…'
    """
    return printable(written if len(written) <= MOST_QUOTED else f"{written[: MOST_QUOTED - 1]}…")


def _read_move(match: Match, text: str) -> str:
    """The exact notation of a program's move; raises a forfeit with the broken rule if it is not legal."""
    game, position = match.game, match.position
    try:
        action = game.parse_move(position, text)
    except TianxiaError as failure:
        raise error(ForfeitError, "forfeit.unreadable", answer=quote(text), reason=printable(str(failure))) from None
    if (reason := game.why_not(position, action)) is not None:
        raise error(ForfeitError, "forfeit.illegal", answer=quote(text), reason=reason)
    return game.print_move(position, action)


def _replace(player: ViewPlayer, match: Match, seat: int, failure: ForfeitError) -> None:
    """Replace a player by its stand-in, and note in the match since which move and why."""
    move = len(match.moves) + 1
    values = {"seat": seat, "player": quote(shown_name(player.spec)), "move": move, "stand_in": player.stand_in.spec}
    player.forfeit = Message("forfeit.told", values | {"reason": Message(failure.key, failure.values)})
    known = match.extra.get(STAND_INS)
    entry = {"seat": seat, "from": move, "player": player.stand_in.spec, "reason": say(player.forfeit)}
    match.extra[STAND_INS] = [*(known if isinstance(known, list) else ()), entry]
    player.close()
