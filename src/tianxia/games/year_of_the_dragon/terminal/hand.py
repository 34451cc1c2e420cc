"""Draws the hand of a seat: its court, its cards, and its choices."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rich.text import Text

from tianxia.games.year_of_the_dragon.interface.view import CourtView, DragonTable, PersonView, SupplyView
from tianxia.games.year_of_the_dragon.terminal.choices import Choices, choices_for
from tianxia.games.year_of_the_dragon.terminal.court_painter import in_full, scene_of
from tianxia.games.year_of_the_dragon.terminal.symbols import (
    choice,
    dragon_table,
    kinds_of,
    person_chip,
    person_name,
    spoken,
)
from tianxia.terminal import palette
from tianxia.terminal.drawer import Shown
from tianxia.terminal.palette import MAY
from tianxia.terminal.tables import wrap
from tianxia.words import printable, text

WIDTH: Final = 79


def full_hand(shown: Shown, seat: int, width: int) -> list[Text]:
    """The court with names, then cards and choices."""
    court = dragon_table(shown.view)["courts"][seat - 1]
    income = text("terminal.year-of-the-dragon.income", points=court["income"])
    heading = [label("terminal.year-of-the-dragon.your-court"), Text(income, palette.SOFT)]
    palaces = in_full(scene_of(shown, seat), width)
    return [*wrap(heading, width), *palaces, *short_hand(shown, seat, width, detailed=True)]


def short_hand(shown: Shown, seat: int, width: int, *, detailed: bool = False) -> list[Text]:
    """The cards and choices alone, since the court is on the board."""
    table = dragon_table(shown.view)
    choices = choices_for(shown.view, seat)
    court = table["courts"][seat - 1]
    lines = wrap([label("terminal.year-of-the-dragon.your-cards"), *card_chips(court, choices)], width)
    if table["great_wall"]:
        tiles = [choice(spoken(tile), f"wall {tile}" in choices.others) for tile in court["wall_tiles"]]
        lines += wrap([label("terminal.year-of-the-dragon.your-wall"), *(tiles or [none()])], width)
    if table["held"] is not None and seat == shown.view["to_move"]:
        lines += wrap(held_words(shown, table["held"]), width)
    if table["part"] == "draft":
        lines += pairs_taken(table, width)
    return lines + other_choices(shown, choices, width, detailed)


def pairs_taken(table: DragonTable, width: int) -> list[Text]:
    """The drafted pairs of kinds, which no other seat may draft."""
    pairs = [Text(" + ".join(spoken(kind) for kind in kinds)) for kinds in table["pairs_taken"]]
    return wrap([label("terminal.year-of-the-dragon.pairs-taken"), *with_gaps(pairs)], width) if pairs else []


def with_gaps(words: list[Text]) -> list[Text]:
    """Add a comma to each word but the last."""
    return [word.copy().append(",") for word in words[:-1]] + words[-1:]


def other_choices(shown: Shown, choices: Choices, width: int, detailed: bool) -> list[Text]:
    """The choices that are marked nowhere else; persons that may be taken are in columns, with their use."""
    moves = [move for move in choices.others if not move.startswith("wall ")]
    words = [choice_words(shown, move, detailed) for move in moves]
    is_rest = len(moves) < len(shown.view["legal"])  # the others are marked where they are
    heading = label("terminal.year-of-the-dragon.also" if is_rest else "terminal.year-of-the-dragon.you-may")
    if not any(tile_of(shown, move) for move in moves) or not detailed:
        return wrap([heading, *words], width) if words else []
    widest = max(word.cell_len for word in words)
    for word in words:
        word.append(" " * (widest - word.cell_len))
    return [heading, *wrap(words, width)]


def label(key: str) -> Text:
    return Text(text(key), palette.STRONG)


def none() -> Text:
    return Text(text("terminal.year-of-the-dragon.none"), palette.SOFT)


def card_chips(court: CourtView, choices: Choices) -> list[Text]:
    """The cards that are left; equal ones once, with their number."""
    chips = []
    for card, count in Counter(court["cards"]).items():
        chip = choice(spoken(card), card in choices.cards)
        chips.append(Text.assemble(chip, (f"x{count}" if count > 1 else "", palette.SOFT)))
    return chips or [none()]


def held_words(shown: Shown, held: PersonView) -> list[Text]:
    letters = kinds_of(dragon_table(shown.view))
    name = Text(person_name(held), palette.STRONG)
    return [label("terminal.year-of-the-dragon.to-place"), person_chip(letters, held), name, Text(tile_words(held))]


def choice_words(shown: Shown, move: str, detailed: bool) -> Text:
    """A move in words; if it takes a person, with the use of that person."""
    words = Text(f"({printable(move)})", MAY)
    tile = tile_of(shown, move) if detailed else None
    return words if tile is None else words.append(f" {tile_words(tile)} ", palette.SOFT)


def tile_of(shown: Shown, move: str) -> SupplyView | None:
    """The person that a move takes; without an age, the young one."""
    what, *words = move.split()
    if what not in ("draft", "take", "sunrise"):
        return None
    for tile in dragon_table(shown.view)["persons"]:
        if tile["kind"] == words[-1] and (len(words) == 1 or tile["age"] == words[0]):
            return tile
    return None


def tile_words(person: PersonView) -> str:
    symbol = spoken(person["symbol"])
    return text("terminal.year-of-the-dragon.tile", value=person["value"], symbol=symbol, symbols=person["symbols"])
