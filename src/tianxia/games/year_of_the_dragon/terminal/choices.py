"""The legal moves and the pieces of a preview, as drawings need them.

A move is read from its notation. A move that no part of the drawing can show is listed in words beside the hand, so
that every choice is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypedDict, cast

from tianxia.games.year_of_the_dragon.interface.view import PersonView
from tianxia.games.year_of_the_dragon.terminal.symbols import dragon_table
from tianxia.play.view import View
from tianxia.terminal.drawer import Shown

OF_PALACES: Final = ("palace", "floor", "lose")  # then a palace
OF_PERSONS: Final = ("replace", "release", "starve")  # then a palace, an age and a kind
OF_CARDS: Final = ("card", "discard")  # then a card in hand
OF_KINDS: Final = ("draft", "sunrise")  # then a kind, of which a young person is taken
NEW: Final = "new"  # where a floor may begin a palace


class Piece(TypedDict):
    """A piece of a preview."""

    kind: Literal["person", "floor"]
    seat: int
    palace: int | None  # none: a new one
    person: PersonView | None


class Choices(NamedTuple):
    """The legal moves of the seat to move, by what they name."""

    palaces: frozenset[str]  # numbers, or "new"
    persons: frozenset[tuple[str, str, str]]  # palace, age and kind
    actions: frozenset[str]  # cards in the groups
    cards: frozenset[str]  # in hand
    kinds: frozenset[str]  # of person tiles
    others: list[str]  # moves in words


def choices_of(view: View) -> Choices:
    moves = [move.split() for move in view["legal"]]
    on_board = {card for group in dragon_table(view)["groups"] for card in group["cards"]}
    return Choices(
        frozenset(words[1] for words in moves if words[0] in OF_PALACES),
        frozenset((words[1], words[2], words[3]) for words in moves if words[0] in OF_PERSONS),
        frozenset(words[0] for words in moves if words[0] in on_board),
        frozenset(words[1] for words in moves if words[0] in OF_CARDS),
        frozenset(words[1] for words in moves if words[0] in OF_KINDS)
        | frozenset(words[2] for words in moves if words[0] == "take"),
        [" ".join(words) for words in moves if not _is_drawn(words, on_board)],
    )


def _is_drawn(words: Sequence[str], on_board: set[str]) -> bool:
    """Whether the drawing marks a move at its place."""
    return words[0] in (*OF_PALACES, *OF_PERSONS, *OF_CARDS) or (len(words) == 1 and words[0] in on_board)


NOTHING: Final = Choices(frozenset(), frozenset(), frozenset(), frozenset(), frozenset(), [])


def choices_for(view: View, seat: int) -> Choices:
    """The choices in the court of a seat."""
    return choices_of(view) if seat == view["to_move"] else NOTHING


def ghosts_for(shown: Shown, seat: int) -> list[Piece]:
    pieces = [cast(Piece, piece) for piece in shown.preview.pieces] if shown.preview else []
    return [piece for piece in pieces if piece["seat"] == seat]
