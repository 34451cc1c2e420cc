"""The teahouse: a small invented game, to test the house with what its first game does not have.

    a turn    choose a cup; pour a leaf of your hand, or plain water; then draw a card, or rest
    small     pays the leaf's worth: black 1, green 2, white 3
    large     pays it twice, but only for the leaf that the guest wants (and one more with sugar); whoever comes next
              finds it unwashed, and has to take the small one
    then      a card drawn is seen by its owner alone; the next guest comes in, before the eyes of all
    the end   after the last round hands are shown: one point for each white leaf. Who has fewer cards breaks a tie

So a turn has several decisions that can be taken back, moves forced by public things alone, hidden hands, and up to two
events of chance after one move, one of them secret. Every event has a stream of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, NoReturn, TypedDict

import pytest

from tianxia.engine.chance import Stream, check_seed, stream_of
from tianxia.engine.fingerprint import START, mix_all
from tianxia.engine.journal import Journal, JournalNote, Payment
from tianxia.engine.native import i64, vec
from tianxia.engine.position import Position
from tianxia.engine.vectors import numbers
from tianxia.errors import AmbiguousError, RecordError, UnreadableError
from tianxia.games import STANDARD, AnyGame, Shelf
from tianxia.games.base import Document, Game, NoChanges, NoPieces, Option, Preview, Setting, engine_seat, human_seat
from tianxia.words import Message, catalogue, error

LEAVES = ("black", "green", "white")
BOX = (4, 3, 2)  # leaf -> cards
GUESTS = (2, 1, 1)  # leaf -> how often a guest wants it, of four
HAND = 2  # cards at the beginning
FULL = 3  # a hand that takes no more
UNKNOWN = 3  # in place of a leaf: a card that a redacted record does not tell
CUP, LEAF, DRAW = range(3)  # the decisions of a turn
SMALL, LARGE, POUR, WATER, DRAW_CARD, REST = 0, 1, 2, 5, 6, 7  # actions; POUR + leaf
MOVES = ("cup small", "cup large", "pour black", "pour green", "pour white", "water", "draw", "rest")
CARD, GUEST = range(2)  # events
SOURCES = TEA, SUGAR, LEFTOVER = range(3)
TOOK_CUP, POURED, DREW, RESTED, CAME = range(5)  # notes for the journal


class TeaPosition(Position):
    """One position of the teahouse."""

    def __init__(self, players: int, rounds: int, sugar: bool) -> None:
        self.players, self.rounds, self.sugar = players, rounds, sugar
        self.seat, self.over, self.journal = 0, False, None
        self.seed = b""  # of the events to come
        self.events_past = 0  # the number of the next stream
        self.events = [(CARD, seat) for seat in range(players) for _ in range(HAND)] + [(GUEST, 0)]
        self.awaits_chance = True
        self.round = 0  # 0: the set-up
        self.phase, self.cup, self.unwashed, self.guest = CUP, SMALL, False, 0
        self.hands = [[0, 0, 0, 0] for _ in range(players)]  # seat -> leaf or UNKNOWN -> cards
        self.discards = [0, 0, 0]  # leaf -> cards
        self.pool = list(BOX)  # leaf -> cards neither in a known place of a hand nor discarded
        self.points = [0] * players
        self.redacted = False  # read from a record that hides hands

    def clone(self) -> TeaPosition:
        other = TeaPosition(self.players, self.rounds, self.sugar)
        other.seat, other.over, other.seed, other.events_past = self.seat, self.over, self.seed, self.events_past
        other.events, other.awaits_chance, other.round = self.events[:], self.awaits_chance, self.round
        other.phase, other.cup, other.unwashed, other.guest = self.phase, self.cup, self.unwashed, self.guest
        other.hands, other.discards = [hand[:] for hand in self.hands], self.discards[:]
        other.pool, other.points, other.redacted = self.pool[:], self.points[:], self.redacted
        return other

    def cards(self, seat: int) -> int:
        return sum(self.hands[seat])

    def pile(self) -> int:
        return sum(self.pool) - sum(hand[UNKNOWN] for hand in self.hands)

    # ---- decisions

    def legal_actions(self) -> vec[i64]:
        return numbers([action for action in range(len(MOVES)) if self.may(action) is None])

    def may(self, action: int) -> str | None:
        """Why not, in one word."""
        phase = CUP if action <= LARGE else LEAF if action <= WATER else DRAW
        cards = self.cards(self.seat)
        may_draw = cards < FULL and self.pile() + sum(self.discards) > 0
        if phase != self.phase or self.over or self.awaits_chance:
            return "order"
        if action == LARGE and self.unwashed:
            return "unwashed"
        if phase == LEAF and action != WATER and not self.holds(action - POUR):
            return "leaf"
        if action == DRAW_CARD and not may_draw:
            return "full"
        return "thirsty" if action == REST and cards == 0 and may_draw else None

    def holds(self, leaf: int) -> bool:
        hand = self.hands[self.seat]
        return hand[leaf] > 0 or (hand[UNKNOWN] > 0 and self.pool[leaf] > 0)

    def apply_until_chance(self, action: int) -> None:
        if self.phase == CUP:
            self.cup, self.phase = action, LEAF
            self.note(TOOK_CUP, [self.seat, action])
        elif self.phase == LEAF:
            self.phase = DRAW
            if action != WATER:
                self.pour(action - POUR)
        else:
            self.note(DREW if action == DRAW_CARD else RESTED, [self.seat])
            if action == DRAW_CARD:
                self.events.append((CARD, self.seat))
                if self.pile() == 0:
                    self.pool, self.discards = [a + b for a, b in zip(self.pool, self.discards, strict=True)], [0, 0, 0]
            if self.round < self.rounds or self.seat < self.players - 1:
                self.events.append((GUEST, 0))
            self.awaits_chance = bool(self.events)
            if not self.events:
                self.end_turn()

    def pour(self, leaf: int) -> None:
        hand = self.hands[self.seat]
        if hand[leaf]:
            hand[leaf] -= 1
        else:
            hand[UNKNOWN] -= 1
            self.pool[leaf] -= 1
        self.discards[leaf] += 1
        self.note(POURED, [self.seat, leaf])
        if self.cup == SMALL:
            self.pay(self.seat, leaf + 1, TEA, leaf)
        elif leaf == self.guest:
            self.pay(self.seat, 2 * (leaf + 1), TEA, leaf)
            self.pay(self.seat, int(self.sugar), SUGAR, leaf)

    def end_turn(self) -> None:
        self.phase, self.unwashed, self.cup = CUP, self.cup == LARGE, SMALL
        if self.seat < self.players - 1:
            self.seat += 1
        elif self.round < self.rounds:
            self.seat, self.round = 0, self.round + 1
        else:
            self.over = True
            for seat in range(self.players):
                self.pay(seat, self.hands[seat][2], LEFTOVER, 2)

    def pay(self, seat: int, amount: int, source: int, where: int) -> None:
        self.points[seat] += amount
        if self.journal is not None and amount:
            self.journal.pay(seat, amount, source, [where], self.round)

    def note(self, kind: int, values: list[int]) -> None:
        if self.journal is not None:
            self.journal.note(kind, values)

    def scores(self) -> vec[i64]:
        return numbers(self.points)

    def winners(self) -> vec[i64]:
        ranks = [(self.points[seat], -self.cards(seat)) for seat in range(self.players)]
        return numbers([seat for seat, rank in enumerate(ranks) if rank == max(ranks)])

    # ---- chance

    def chances(self) -> list[tuple[int, int]]:
        if not self.awaits_chance:
            return []
        weights = self.pool if self.events[0][0] == CARD else list(GUESTS)
        hidden = [(UNKNOWN, 1)] if self.redacted and self.events[0][0] == CARD else []
        return [(leaf, weight) for leaf, weight in enumerate(weights) if weight] + hidden

    def outcomes(self) -> vec[i64]:
        return numbers([outcome for outcome, _ in self.chances()])

    def weights(self) -> vec[i64]:
        return numbers([weight for _, weight in self.chances()])

    def take_seed(self, seed: bytes) -> None:
        self.seed = check_seed(seed)

    def draw(self) -> int:
        check_seed(self.seed)
        return pick([weight for _, weight in self.chances()], stream_of(self.seed, self.events_past), self.outcomes())

    def settle(self, outcome: int) -> None:
        event, seat = self.events.pop(0)
        self.events_past += 1
        if event == CARD:
            self.hands[seat][outcome] += 1
            if outcome == UNKNOWN:
                self.redacted = True
            else:
                self.pool[outcome] -= 1
        else:
            self.guest = outcome
            self.note(CAME, [outcome])
        if not self.events:
            self.awaits_chance = False
            if self.round == 0:
                self.round = 1
            else:
                self.end_turn()

    def determinize(self, seat: int, stream: Stream) -> None:
        if self.over:
            return
        others = [other for other in range(self.players) if other != seat]
        sizes = [self.cards(other) for other in others]
        for other in others:
            self.pool = [cards + self.hands[other][leaf] for leaf, cards in enumerate(self.pool)]
            self.hands[other] = [0, 0, 0, 0]
        for other, size in zip(others, sizes, strict=True):
            for _ in range(size):
                leaf = pick(self.pool, stream, range(3))
                self.hands[other][leaf] += 1
                self.pool[leaf] -= 1
        self.seed = b"".join(int(stream.next32()).to_bytes(4, "big") for _ in range(4))

    def information_set_key(self, seat: int) -> i64:
        seen = [self.round, self.seat, self.phase, self.cup, int(self.unwashed), self.guest, len(self.events)]
        seen += [*self.discards, *self.points, *(self.cards(other) for other in range(self.players))]
        return mix_all(START, numbers(seen + (self.hands[seat] if seat >= 0 else [])))


def pick(weights: Sequence[int], stream: Stream, outcomes: Any) -> int:
    """An outcome, drawn by weight."""
    number = stream.below(sum(weights))
    for outcome, weight in zip(outcomes, weights, strict=True):
        if number < weight:
            return int(outcome)
        number -= weight
    raise AssertionError


class TeaMove(TypedDict):
    """A decision of a turn."""

    kind: str  # "cup", "pour", "water", "draw" or "rest"
    what: str | None  # which cup, or which leaf


class TeaTable(TypedDict):
    """All that everybody sees."""

    round: int
    guest: str  # the leaf that the guest wants
    cup: str | None  # the move that chose one
    cards: list[int]  # by seat
    discards: list[str | None]
    shown: list[list[str | None]] | None  # by seat, at the end


class TeaHand(TypedDict):
    """What a seat sees alone."""

    hand: list[str | None]


class Teahouse(Game[TeaPosition]):
    """The teahouse, for 2 or 3 players."""

    id: ClassVar[str] = "teahouse"
    player_counts: ClassVar[range] = range(2, 4)
    sources: ClassVar[Mapping[str, str]] = {"tea": "teahouse#4", "sugar": "teahouse#5", "leftover": "teahouse#6"}

    def __init__(self, document: dict[str, Any], file: str) -> None:
        self.edition = document["edition"]

    def options(self, players: int) -> Sequence[Option]:
        return Option("rounds", (2, 3), 2), Option("sugar", (False, True), False)

    def new(self, setting: Setting) -> TeaPosition:
        return TeaPosition(setting.players, int(setting.options["rounds"]), bool(setting.options["sugar"]))

    # ---- the parts of a record

    def write_setup(self, position: TeaPosition) -> Document:
        return {"hands": [names_of(hand) for hand in position.hands], "guest": LEAVES[position.guest]}

    def read_setup(self, position: TeaPosition, setup: object) -> None:
        if not isinstance(setup, dict) or set(setup) != {"hands", "guest"} or not isinstance(setup["hands"], list):
            refuse()
        hands = setup["hands"]
        if len(hands) != position.players or not all(isinstance(hand, list) and len(hand) == HAND for hand in hands):
            refuse()
        position.redacted = any(None in hand for hand in hands)
        for name in [*(card for hand in hands for card in hand), setup["guest"]]:
            outcome = number_of(name)
            if outcome not in position.outcomes():
                refuse()
            position.settle(outcome)

    def redact_setup(self, setup: Document, position: TeaPosition, seat: int) -> Document:
        hands = [hand if owner == seat else [None] * HAND for owner, hand in enumerate(setup["hands"])]
        return {**setup, "hands": hands}

    def hand_is_known(self, setup: Document, chances: Sequence[Any], position: TeaPosition, seat: int) -> bool:
        return True  # a card that is not told may be any that is left: moves with it are checked as far as that goes

    def fill_in(self, position: TeaPosition, unknown_seats: Collection[int], action: int, chance: Any) -> object:
        return chance

    def redact_chance(self, move: str, chance: Any, owner: int, seat: int) -> object:
        return [None, *chance[1:]] if move == "draw" and owner != seat else chance

    def read_chance(self, position: TeaPosition, action: int, chance: object) -> list[int]:
        if chance is None:
            return []
        if not isinstance(chance, list) or not chance:
            refuse()
        return [number_of(name) for name in chance]

    def write_chance(self, position: TeaPosition, action: int, outcomes: Sequence[int]) -> object:
        return [name_of(outcome) for outcome in outcomes] or None

    def write_position(self, position: TeaPosition) -> Document:
        document: Document = {key: getattr(position, key) for key in ("round", "phase", "cup", "unwashed")}
        document["turn"] = None if position.over else human_seat(int(position.seat))
        document["hands"] = [names_of(hand) for hand in position.hands]
        return document | {"guest": LEAVES[position.guest], "discards": names_of(position.discards)}

    def read_position(self, setting: Setting, document: object, scores: Sequence[int]) -> TeaPosition:
        position = self.new(setting)
        if not isinstance(document, dict) or set(document) != set(self.write_position(position)):
            refuse()
        position.round = whole(document["round"], 1, position.rounds)
        position.phase, position.cup = whole(document["phase"], CUP, DRAW), whole(document["cup"], SMALL, LARGE)
        position.unwashed = bool(whole(document["unwashed"], False, True))
        position.over = document["turn"] is None
        position.seat = engine_seat(whole(position.players if position.over else document["turn"], 1, position.players))
        position.guest = whole(number_of(document["guest"]), 0, 2)
        position.events, position.awaits_chance, position.points = [], False, list(scores)
        hands, discards = document["hands"], document["discards"]
        if not isinstance(hands, list) or len(hands) != position.players:
            refuse()
        for place, names in zip([*position.hands, position.discards], [*hands, discards], strict=True):
            for name in names if isinstance(names, list) else refuse():
                leaf = whole(number_of(name), 0, 2)
                place[leaf] += 1
                position.pool[leaf] -= 1
        if min(position.pool) < 0:
            refuse()
        return position

    # ---- notation

    def describe_move(self, position: TeaPosition, action: int) -> TeaMove:
        return self.read_move(MOVES[action])

    def write_move(self, move: TeaMove) -> str:
        return " ".join([move["kind"], *([move["what"]] if move["what"] else [])])

    def read_move(self, notation: str) -> TeaMove:
        kind, _, what = notation.partition(" ")
        return {"kind": kind, "what": what or None}

    def parse_move(self, position: TeaPosition, text: str, exact: bool = False) -> int:
        plain = " ".join(text.lower().split())
        found = [move for move in MOVES if move == plain or (not exact and plain and move.startswith(plain))]
        if not found:
            raise error(UnreadableError, "teahouse.unreadable", text=text[:60])
        if len(found) > 1:
            raise error(AmbiguousError, "move.ambiguous", text=plain, moves=found)
        return MOVES.index(found[0])

    # ---- views, questions, log

    def question(self, position: TeaPosition) -> Message:
        return Message(f"teahouse.question.{('cup', 'leaf', 'draw')[position.phase]}", {}, "teahouse#1")

    def why_not(self, position: TeaPosition, action: int) -> Message | None:
        reason = position.may(action)
        return None if reason is None else Message(f"teahouse.reason.{reason}", {"move": MOVES[action]}, "teahouse#2")

    def is_final(self, position: TeaPosition, action: int) -> bool:
        return position.phase == DRAW

    def is_forced(self, position: TeaPosition) -> bool:
        return len(position.legal_actions()) == 1  # what a hand holds forces nothing: there is always water

    def table(self, position: TeaPosition) -> TeaTable:
        return {
            "round": position.round,
            "guest": LEAVES[position.guest],
            "cup": MOVES[position.cup] if position.phase != CUP else None,
            "cards": [position.cards(seat) for seat in range(position.players)],
            "discards": names_of(position.discards),
            "shown": [names_of(hand) for hand in position.hands] if position.over else None,
        }

    def own(self, position: TeaPosition, seat: int) -> TeaHand:
        return {"hand": names_of(position.hands[seat])}

    def preview(self, position: TeaPosition, action: int) -> Preview[NoPieces, NoChanges]:
        ahead = position.clone()
        journal = ahead.journal = Journal()
        if position.phase != DRAW:
            ahead.apply_until_chance(action)
        ledger = [self.ledger_entry(entry) for entry in journal.entries if isinstance(entry, Payment)]
        return Preview([], ledger, self.lines(ahead, journal.entries))

    def where(self, payment: Payment) -> str:
        return LEAVES[payment.where[0]]

    def lines(self, position: TeaPosition, entries: Sequence[Payment | JournalNote]) -> list[Message]:
        return [tea_line(entry) for entry in entries]


def tea_line(entry: Payment | JournalNote) -> Message:
    if isinstance(entry, Payment):
        return Message("teahouse.log.paid", {"seat": human_seat(entry.seat), "amount": entry.amount}, "teahouse#3")
    kind = ("cup", "poured", "drew", "rested", "guest")[entry.kind]
    values: dict[str, object] = {} if entry.kind == CAME else {"seat": human_seat(entry.values[0])}
    if entry.kind in (POURED, CAME):
        values["leaf"] = LEAVES[entry.values[-1]]
    if entry.kind == TOOK_CUP:
        values["move"] = MOVES[entry.values[1]]
    return Message(f"teahouse.log.{kind}", values, "teahouse#1")


def name_of(leaf: int) -> str | None:
    return None if leaf == UNKNOWN else LEAVES[leaf]


def names_of(cards: Sequence[int]) -> list[str | None]:
    return [name_of(leaf) for leaf, count in enumerate(cards) for _ in range(count)]


def number_of(name: object) -> int:
    if name is None:
        return UNKNOWN
    if name not in LEAVES:
        refuse()
    return LEAVES.index(str(name))


def whole(number: object, least: int, most: int) -> int:
    """A number, or a truth value, from a document."""
    if type(number) is not type(least) or not isinstance(number, int) or not least <= number <= most:
        refuse()
    return number


def refuse() -> NoReturn:
    raise error(RecordError, "teahouse.document")


# ---- at the table


class TeaShelf(Shelf):
    """A shelf that has the teahouse too."""

    def game(self, game: str, edition: str = STANDARD) -> AnyGame:
        return TEAHOUSE if (game, edition) == (TEAHOUSE.id, STANDARD) else super().game(game, edition)


TEAHOUSE = Teahouse({"edition": STANDARD}, "the teahouse")

WORDS = {
    "teahouse.title": "Teahouse",
    "teahouse.source.tea": "tea",
    "teahouse.source.sugar": "sugar",
    "teahouse.source.leftover": "leaves left over",
    "teahouse.question.cup": "Choose a cup.",
    "teahouse.question.leaf": "Pour a leaf, or water.",
    "teahouse.question.draw": "Draw a card, or rest.",
    "teahouse.reason.order": 'It is not the time for "{move}".',
    "teahouse.reason.unwashed": "The large cup is not washed yet.",
    "teahouse.reason.leaf": 'You hold no card for "{move}".',
    "teahouse.reason.full": "You cannot draw: your hand is full, or no card is left.",
    "teahouse.reason.thirsty": "Your hand is empty: you have to draw.",
    "teahouse.log.cup": "{seat:seat} takes the {move}.",
    "teahouse.log.poured": "{seat:seat} pours {leaf}.",
    "teahouse.log.drew": "{seat:seat} draws a card.",
    "teahouse.log.rested": "{seat:seat} rests.",
    "teahouse.log.guest": "A guest comes in who wants {leaf}.",
    "teahouse.log.paid": "{seat:seat} gets {amount:point|points}.",
    "teahouse.unreadable": '"{text}" is no move here.',
    "teahouse.document": "That does not fit the teahouse.",
}


@contextmanager
def tea_words() -> Iterator[None]:
    """The catalogue with the words of the teahouse in it."""
    patterns = catalogue("en")
    assert isinstance(patterns, dict)
    with pytest.MonkeyPatch.context() as patch:
        for key, pattern in WORDS.items():
            patch.setitem(patterns, key, pattern)
        yield
