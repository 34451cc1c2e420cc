"""The base class of all games: options, notation, documents, and what people are shown.

A game is one class derived from `Game`, bound to an edition; `GAME` of its `game.py` names the class. Seats count from
1 in every document and message, from 0 in the engine: `outside` and `inside` convert.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Generic, NamedTuple, TypedDict, TypeVar

from tianxia.engine.evaluation import Evaluation
from tianxia.engine.journal import JournalNote, Payment
from tianxia.engine.observation import Space
from tianxia.engine.position import Position
from tianxia.errors import RecordError, SettingError
from tianxia.games.chance_model import ChanceModel
from tianxia.words import Message, error

P = TypeVar("P", bound=Position)
T = TypeVar("T")
Piece_co = TypeVar("Piece_co", covariant=True)
Changes_co = TypeVar("Changes_co", covariant=True)
OptionValue = str | bool | int
Document = dict[str, Any]
"""Plain data, as JSON has it."""
GamePart = Mapping[str, Any]
"""What a game says of itself in a view, a preview or a move: a `TypedDict` of that game."""

PAIR: Final = "pair"
Pair = Annotated[list[T], PAIR]
"""A list of exactly two: JSON has no tuples."""


class LedgerEntry(TypedDict):
    """Points or coins that were scored."""

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
    """How a game is set up, chance aside: the number of players, and the value of every option, checked."""

    players: int
    options: Mapping[str, OptionValue]


class NoPieces(TypedDict):
    """Moves of the game place no pieces."""


class NoChanges(TypedDict):
    """The game does not tell what would change in its table."""


@dataclass(frozen=True)
class Preview(Generic[Piece_co, Changes_co]):
    """What would follow from a move, as far as public information tells."""

    pieces: Sequence[Piece_co]  # that it would place
    ledger: list[LedgerEntry]
    lines: list[Message]
    # what would change in the game's table; empty where nothing would, or the game does not tell
    table: Changes_co | dict[str, Any] = field(default_factory=dict)


AnyPreview = Preview[GamePart, GamePart]


class Simulations(NamedTuple):
    """How many simulations of tree search programs spend on a decision in a game, found by measuring."""

    adept: int = 200  # the level of this name
    master: int = 2000
    analysis: int = 500  # analysing a whole game of four should take less than two minutes


class Game(ABC, Generic[P]):
    """A title, with one edition of it."""

    id: ClassVar[str]
    rank: ClassVar[int] = 100  # games are listed by it, the simplest first
    player_counts: ClassVar[range]
    simulations: ClassVar[Simulations] = Simulations()
    sources: ClassVar[Mapping[str, str]]  # what points come from, in the order of its numbers -> the rule

    is_open: ClassVar[bool] = False  # whether only shuffles to come are hidden; else `own` and `redact_...` matter

    edition: str

    @abstractmethod
    def __init__(self, document: dict[str, Any], file: str) -> None:
        """A game of the content of an edition file; `EditionError` names the file, the entry and what is wrong."""

    # ---- before the game

    @abstractmethod
    def options(self, players: int) -> Sequence[Option]:
        """The options for so many players, with their defaults."""

    @abstractmethod
    def new(self, setting: Setting) -> P:
        """A position in which nothing is dealt yet."""

    def setting(self, players: object, options: Mapping[str, object] | None = None) -> Setting:
        """A checked setting, with defaults for the options that are not given; `SettingError` says what is wrong."""
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
        """The evaluation with which programs judge positions."""
        return Evaluation()

    # ---- programs that learn

    def space(self, setting: Setting) -> Space | None:
        """Observations and actions of a fixed length; `None` where the game has none."""
        return None

    def compact_space(self, setting: Setting) -> Space | None:
        """A space that describes each legal action by what follows from it; `None` where the game has none."""
        return None

    def chance_model(self, position: P) -> ChanceModel | None:
        """What chance decides, from a position in which nothing was dealt; `None` where the game does not tell."""
        return None

    # ---- in words

    def source(self, source: str) -> Message:
        """A source of points, in words."""
        return Message(f"{self.id}.source.{source}", {}, self.sources[source])

    def rules_in_short(self, position: P) -> list[Message]:
        """The rules in short, with those of the options that are played."""
        return [Message(f"{self.id}.short")]

    @property
    def title(self) -> Message:
        return Message(f"{self.id}.title")

    # ---- the parts of a record

    @abstractmethod
    def write_setup(self, position: P) -> Document:
        """What chance decided before the first move, from a position in which nobody has moved."""

    @abstractmethod
    def read_setup(self, position: P, setup: object) -> None:
        """Let chance decide as a record tells; what is hidden in it (`None`) is filled in with something possible."""

    def redact_setup(self, setup: Document, position: P, seat: int) -> Document:
        """Redact a set-up: `None` for all that a seat (from 0, or `SPECTATOR`) has not seen by now."""
        return setup

    def hand_is_known(self, setup: Document, chances: Sequence[Any], position: P, seat: int) -> bool:
        """Whether a record with hidden things tells what a seat (from 0) holds; `chances` stand beside its moves."""
        return True

    def fill_in(self, position: P, unknown_seats: Collection[int], action: int, chance: Any) -> object:
        """What stands beside a move, with something possible for all that a record hides there.

        `unknown_seats` are the seats (from 0) whose hands it does not tell. What they hold was made up: it may have to
        be made up anew, so that the move is possible. `RecordError` where a hand would have to be told.
        """
        if position.seat in unknown_seats:
            raise error(RecordError, "record.hidden-move")
        return chance

    @abstractmethod
    def read_chance(self, position: P, action: int, chance: object) -> list[int]:
        """The outcomes that a record tells beside a move (`None`: nothing). The position is the one before it."""

    @abstractmethod
    def write_chance(self, position: P, action: int, outcomes: Sequence[int]) -> object:
        """What to write beside a move, `None` for nothing. The position is the one after it."""

    def redact_chance(self, move: str, chance: Any, owner: int, seat: int) -> object:
        """Redact what stands beside a move of `owner`: `None` for all that `seat` has not seen (both from 0)."""
        return chance

    @abstractmethod
    def write_position(self, position: P) -> Document:
        """A position as a document, from which `read_position` makes an equal position."""

    @abstractmethod
    def read_position(self, setting: Setting, document: object, scores: Sequence[int]) -> P:
        """The position of a document, which may be made up; `RecordError` says what is inconsistent."""

    # ---- moves as structured data, and in notation

    @abstractmethod
    def describe_move(self, position: P, action: int) -> GamePart:
        """A move as structured data: its `kind`, and the fields that moves of this kind have."""

    @abstractmethod
    def write_move(self, move: Any) -> str:
        """The notation of a move that is given as structured data."""

    @abstractmethod
    def read_move(self, notation: str) -> GamePart:
        """The structured data of a move that is given in exact notation, whatever the position."""

    def print_move(self, position: P, action: int) -> str:
        """A move in notation."""
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
        """Whether a move passes the turn or reveals something: it cannot be taken back, and may want confirming."""
        ahead = position.clone()
        ahead.decide(action)
        return bool(ahead.over or ahead.awaits_chance or ahead.seat != position.seat)

    def is_forced(self, position: P) -> bool:
        """Whether public things alone leave the seat to move one legal move: the match then makes it by itself.

        A move whose being forced would tell about a hidden hand is not.
        """
        return False

    # What these three and `describe_move` return, the server publishes: their annotations name the types of each game.

    @abstractmethod
    def table(self, position: P) -> GamePart:
        """The game's part of a view: all that everybody sees."""

    def own(self, position: P, seat: int) -> GamePart:
        """The game's part of a view: what only this seat (from 0) sees."""
        return {}

    @abstractmethod
    def preview(self, position: P, action: int) -> AnyPreview:
        """What would follow from a legal move of the seat to move, by public things alone."""

    def puzzle_theme(self, position: P, action: int) -> str | None:
        """What a legal move is good for, where everybody can see it at once: a word under `<game>.theme`.

        `None`: nothing stands out. Puzzles are made of moves that have one.
        """
        return None

    def ledger_entry(self, payment: Payment) -> LedgerEntry:
        """A payment of the journal, in words."""
        return {
            "seat": outside(payment.seat),
            "amount": payment.amount,
            "source": list(self.sources)[payment.source],
            "where": self.where(payment),
            "round": payment.round,
        }

    @abstractmethod
    def where(self, payment: Payment) -> str:
        """Where something was scored, as the ledger tells it."""

    @abstractmethod
    def lines(self, position: P, entries: Sequence[Payment | JournalNote]) -> list[Message]:
        """The lines of the log for what a journal holds."""


def outside(seat: int) -> int:
    """A seat as people count, from 1."""
    return seat + 1


def inside(seat: int) -> int:
    """A seat as the engine counts, from 0."""
    return seat - 1
