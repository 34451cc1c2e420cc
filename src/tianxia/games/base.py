"""The base class of all games: options, notation, documents, and what people are shown.

A game is one class derived from `Game`, bound to an edition; `GAME` of its `game.py` names the class. Seats count from
1 in every document and message, from 0 in the engine: `human_seat` and `engine_seat` convert.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Generic, NamedTuple, TypedDict, TypeVar

from tianxia.engine.evaluation import Evaluation
from tianxia.engine.journal import JournalNote, Payment
from tianxia.engine.observation import Space
from tianxia.engine.position import Position
from tianxia.errors import RecordError, SettingError
from tianxia.games.chance_model import ChanceModel
from tianxia.words import Message, error

if TYPE_CHECKING:
    from tianxia.games.narrator import Narrator

P = TypeVar("P", bound=Position)
T = TypeVar("T")
Piece_co = TypeVar("Piece_co", covariant=True)
Changes_co = TypeVar("Changes_co", covariant=True)
OptionValue = str | bool | int
Document = dict[str, Any]
"""Plain data, as JSON has it."""
GamePart = Mapping[str, Any]
"""The part of a view, a preview or a move that is special to a game: a `TypedDict` of that game."""

PAIR: Final = "pair"
Pair = Annotated[list[T], PAIR]
"""A list of exactly two: JSON has no tuples."""


class LedgerEntry(TypedDict):
    """An entry of the ledger: points or coins that a seat scored."""

    seat: int
    amount: int
    source: str  # the rule that paid
    where: str  # where it was scored, in the notation of the game
    round: int


@dataclass(frozen=True)
class Option:
    """An option of a game, agreed on before it begins."""

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue

    def parse(self, text: str) -> OptionValue:
        """The value of a typed text."""
        for value in self.values:
            if text.strip().lower() == str(value).lower():
                return value
        raise self.refuse(text)

    def refuse(self, value: object) -> SettingError:
        known = [str(known).lower() for known in self.values]
        return error(SettingError, "setting.option-value", name=self.name, value=value, known=known)


@dataclass(frozen=True)
class Setting:
    """The checked parameters of a game: the number of players, and the value of every option."""

    players: int
    options: Mapping[str, OptionValue]


class NoPieces(TypedDict):
    """The type of `Preview` pieces in a game whose moves place no pieces."""


class NoChanges(TypedDict):
    """The type of `Preview` changes in a game whose previews do not show changes of the table."""


@dataclass(frozen=True)
class Preview(Generic[Piece_co, Changes_co]):
    """The consequences of a move, as far as public information shows them."""

    pieces: Sequence[Piece_co]  # that it would place
    ledger: list[LedgerEntry]
    lines: list[Message]
    # the changes in the game's table; empty if there are none, or if the game does not show them
    table: Changes_co | dict[str, Any] = field(default_factory=dict)


AnyPreview = Preview[GamePart, GamePart]


class Simulations(NamedTuple):
    """The numbers of simulations that programs with tree search use for a decision, found by measuring."""

    adept: int = 200  # the level of this name
    master: int = 2000
    analysis: int = 500  # analysing a whole game of four should take less than two minutes
    pairs: int = 100  # of continuations, to compare two moves


class Game(ABC, Generic[P]):
    """A game in one of its editions."""

    id: ClassVar[str]
    rank: ClassVar[int] = 100  # games are listed by it, the simplest first
    player_counts: ClassVar[range]
    simulations: ClassVar[Simulations] = Simulations()
    sources: ClassVar[Mapping[str, str]]  # what points come from, in the order of its numbers -> the rule
    tie_breaks: ClassVar[Mapping[str, str]] = MappingProxyType({})  # in the order of `Position.tie_breaks` -> the rule

    opening: ClassVar[int] = 6  # moves after which everybody's view is rarely that of another game, too
    is_open: ClassVar[bool] = False  # whether only shuffles to come are hidden; else `own` and `redact_...` matter

    edition: str

    @abstractmethod
    def __init__(self, document: dict[str, Any], file: str) -> None:
        """A game from the content of an edition file; raises `EditionError` with the file, the entry and the reason."""

    # ---- before the game

    @abstractmethod
    def options(self, players: int) -> Sequence[Option]:
        """The options for a number of players, with their defaults."""

    @abstractmethod
    def new(self, setting: Setting) -> P:
        """A new position, in which nothing has been dealt yet."""

    def setting(self, players: object, options: Mapping[str, object] | None = None) -> Setting:
        """A checked setting, with defaults for options not given; raises `SettingError` if it is impossible."""
        if type(players) is not int or players not in self.player_counts:
            least, most = self.player_counts[0], self.player_counts[-1]
            raise error(SettingError, "setting.players", game=self.title, least=least, most=most, players=players)
        known = {option.name: option for option in self.options(players)}
        chosen = {name: option.default for name, option in known.items()}
        for name, value in (options or {}).items():
            if name not in known:
                raise error(SettingError, "setting.option", game=self.title, name=name, known=sorted(known))
            same = [other for other in known[name].values if type(other) is type(value) and other == value]
            if not same:
                raise known[name].refuse(value)
            chosen[name] = same[0]
        return Setting(players, chosen)

    def evaluation(self) -> Evaluation:
        """A new evaluation, with which programs judge positions."""
        return Evaluation()

    # ---- programs that learn

    def space(self, setting: Setting) -> Space | None:
        """The observation and action space for learning programs; `None` if the game has none."""
        return None

    def compact_space(self, setting: Setting) -> Space | None:
        """A space that describes each legal action by its consequences; `None` if the game has none."""
        return None

    def network_space(self, position: P) -> Space | None:
        """The space in which the network of the game sees a position, the same object each time; `None`: no network."""
        return None

    def chance_model(self, position: P) -> ChanceModel | None:
        """The chance model for a position in which nothing has been dealt; `None` if the game has none."""
        return None

    # ---- in words

    def source(self, source: str) -> Message:
        """A source of points, in words."""
        return Message(f"{self.id}.source.{source}", {}, self.sources[source])

    def tell_tie(self, name: str | None, score: int, seats: Sequence[int], amounts: Sequence[int]) -> Message:
        """The sentence for a tie-break that separated some seats, or (`None`) for nothing that could.

        `seats` have equal scores, and are given as they rank in the end, with what each has of the tie-break.
        """
        if name is None:
            return Message("tie.shared", {"seats": list(seats), "score": score})
        stand = [
            Message("tie.amount", {"seat": seat, "amount": amount}) for seat, amount in zip(seats, amounts, strict=True)
        ]
        values = {"seats": list(seats), "first": seats[0], "score": score, "amounts": stand}
        return Message(f"{self.id}.tie-break.{name}", values, self.tie_breaks[name])

    def rules_in_short(self, position: P) -> list[Message]:
        """The rules in short, with those of the options that are played."""
        return [Message(f"{self.id}.short")]

    @property
    def title(self) -> Message:
        return Message(f"{self.id}.title")

    # ---- the parts of a record

    @abstractmethod
    def write_setup(self, position: P) -> Document:
        """The set-up of a record: what chance decided before the first move, from a position before that move."""

    @abstractmethod
    def read_setup(self, position: P, setup: object) -> None:
        """Deal as the set-up of a record says; what it hides (`None`) is filled in with something possible."""

    def redact_setup(self, setup: Document, position: P, seat: int) -> Document:
        """Redact a set-up: replace by `None` whatever a seat (from 0, or `SPECTATOR`) has not seen yet."""
        return setup

    def hand_is_known(self, setup: Document, chances: Sequence[Any], position: P, seat: int) -> bool:
        """Whether a redacted record shows what a seat (from 0) holds; `chances` are the values beside its moves."""
        return True

    def fill_in(self, position: P, unknown_seats: Collection[int], action: int, chance: Any) -> object:
        """The outcomes of chance beside a move, with something possible in place of those that a record hides.

        `unknown_seats` are the seats (from 0) whose hands the record hides. Those hands were made up, and may have to
        be made up anew so that the move is possible. Raises `RecordError` if that would need a hand to be known.
        """
        if position.seat in unknown_seats:
            raise error(RecordError, "record.hidden-move")
        return chance

    @abstractmethod
    def read_chance(self, position: P, action: int, chance: object) -> list[int]:
        """The outcomes of chance from what a record has beside a move (`None`: nothing), for the position before it."""

    @abstractmethod
    def write_chance(self, position: P, action: int, outcomes: Sequence[int]) -> object:
        """What a record has beside a move for outcomes of chance (`None`: nothing), for the position after it."""

    def redact_chance(self, move: str, chance: Any, owner: int, seat: int) -> object:
        """Redact what is beside a move of `owner`: replace by `None` whatever `seat` has not seen (both from 0)."""
        return chance

    @abstractmethod
    def write_position(self, position: P) -> Document:
        """The position document of a position, from which `read_position` makes an equal one."""

    @abstractmethod
    def read_position(self, setting: Setting, document: object, scores: Sequence[int]) -> P:
        """The position of a position document, which may be invented; raises `RecordError` if it is inconsistent."""

    # ---- moves as structured data, and in notation

    @abstractmethod
    def describe_move(self, position: P, action: int) -> GamePart:
        """The move of an action as structured data: its `kind`, and the fields of moves of this kind."""

    @abstractmethod
    def write_move(self, move: Any) -> str:
        """The notation of a move, from its structured data."""

    @abstractmethod
    def read_move(self, notation: str) -> GamePart:
        """The structured data of a move, from its exact notation; independent of any position."""

    def print_move(self, position: P, action: int) -> str:
        """The notation of the move of an action."""
        return self.write_move(self.describe_move(position, action))

    @abstractmethod
    def parse_move(self, position: P, text: str, exact: bool = False) -> int:
        """The action of a well-formed move, legal or not. `exact`, for records, forgives case and spaces only."""

    # ---- for people: questions, reasons, views

    @abstractmethod
    def question(self, position: P) -> Message:
        """The question that the seat to move has to answer."""

    @abstractmethod
    def why_not(self, position: P, action: int) -> Message | None:
        """The rule that a well-formed move of the seat to move breaks; `None` for a legal one."""

    def is_final(self, position: P, action: int) -> bool:
        """Whether a move passes the turn or reveals something: it cannot be undone then, and may need confirmation."""
        ahead = position.clone()
        ahead.apply_until_chance(action)
        return bool(ahead.over or ahead.awaits_chance or ahead.seat != position.seat)

    def is_forced(self, position: P) -> bool:
        """Whether public information shows that only one move is legal: the match then makes it by itself.

        False if making the move by itself would reveal something about a hidden hand.
        """
        return False

    # What these three and `describe_move` return, the server publishes: their annotations name the types of each game.

    @abstractmethod
    def table(self, position: P) -> GamePart:
        """The public part of a view that is special to the game."""

    def own(self, position: P, seat: int) -> GamePart:
        """The private part of a view that is special to the game: what only this seat (from 0) sees."""
        return {}

    @abstractmethod
    def preview(self, position: P, action: int) -> AnyPreview:
        """The consequences of a legal move of the seat to move, from public information only."""

    def puzzle_theme(self, position: P, action: int) -> str | None:
        """The theme of a legal move, an obvious purpose that it serves: a word under `<game>.theme` in the catalogue.

        `None`: it has no obvious purpose. Only moves with a theme become solutions of puzzles.
        """
        return None

    def narrator(self, position: P) -> Narrator:
        """Who tells, of two moves in a position, what differs in the games that follow."""
        from tianxia.games.narrator import Narrator  # it knows this class

        return Narrator(self, position)

    def ledger_entry(self, payment: Payment) -> LedgerEntry:
        """A payment of the journal, in words."""
        return {
            "seat": human_seat(payment.seat),
            "amount": payment.amount,
            "source": list(self.sources)[payment.source],
            "where": self.where(payment),
            "round": payment.round,
        }

    @abstractmethod
    def where(self, payment: Payment) -> str:
        """The place where something was scored, for the ledger."""

    @abstractmethod
    def lines(self, position: P, entries: Sequence[Payment | JournalNote]) -> list[Message]:
        """The lines of the log for entries of the journal."""


def human_seat(seat: int) -> int:
    """A seat as people count, from 1."""
    return seat + 1


def engine_seat(seat: int) -> int:
    """A seat as the engine counts, from 0."""
    return seat - 1
