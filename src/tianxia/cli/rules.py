"""The rules of a game in the terminal: all of them, one, or those that contain a word; then how moves are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tianxia.cli.arguments import Games
from tianxia.cli.output import out
from tianxia.errors import SettingError
from tianxia.games import GAMES
from tianxia.terminal.palette import CHOSEN, SOFT, TITLE
from tianxia.words import error, text
from tianxia.words.rules import Block, Page, Passage, read_notation, read_rules, read_spans

WIDEST: Final = 100  # columns: longer lines are hard to read
STYLES: Final = {"": "", "link": "", "strong": "bold", "emphasis": "italic", "code": "bold"}
MOST_NEAR: Final = 3  # words that are offered instead of one that is not there

Word = Annotated[str, Parameter(help=text("cli.rules.word"))]


def rules(game: Games, /, *word: Word) -> None:
    id = choose_title(game)
    page, notation = read_rules(id), read_notation(id)
    wanted = " ".join(word).strip()
    console = out()
    console.width = min(console.width, WIDEST)
    if not wanted:
        print_page(console, page)
        console.print()
        print_page(console, notation)
    elif (number := number_of(page, wanted)) is not None:
        console.print(draw_passage(choose_rule(page, number)))
    else:
        print_found(console, page, notation, wanted)


def choose_title(typed: str) -> str:
    """The game with an id or title; part of one is enough if it is unambiguous."""
    asked = typed.strip().casefold()
    names = {id: (id, text(f"{id}.title").casefold()) for id in GAMES}
    fitting = [id for id, own in names.items() if asked in own] or [
        id for id, own in names.items() if asked and any(asked in name for name in own)
    ]
    if len(fitting) != 1:
        raise error(SettingError, "setting.game", game=typed, known=sorted(GAMES))
    return fitting[0]


def number_of(page: Page, wanted: str) -> str | None:
    """The number of a rule, if the argument is one: 8, #8 or forbidden-city#8."""
    found = re.fullmatch(rf"(?:{re.escape(page.game)})?#?(\d+)", wanted.lower())
    return None if found is None else found[1]


def choose_rule(page: Page, number: str) -> Passage:
    rule = page.rule(number)
    if rule is None:
        raise error(SettingError, "cli.rules.no-rule", game=page.title, number=number, last=page.numbers[-1])
    return rule


def print_page(console: Console, page: Page) -> None:
    console.print(Text(page.title, TITLE))
    for before, passage in zip((None, *page.passages), page.passages, strict=False):
        is_new = before is None or before.heading != passage.heading
        console.print(draw_passage(passage, passage.heading if is_new else ""))


def print_found(console: Console, page: Page, notation: Page, word: str) -> None:
    """Print all passages that contain a word, with the word highlighted: those of the rules, then of the notation."""
    rules, moves = page.find(word), notation.find(word)
    if not rules and not moves:
        near = get_close_matches(word.casefold(), sorted(page.words | notation.words), MOST_NEAR, 0.7)
        key = "cli.rules.no-word-near" if near else "cli.rules.no-word"
        raise error(SettingError, key, game=page.title, word=word[:60], near=near)
    for passage in rules:
        console.print(draw_passage(passage, word=word))
    if moves:
        console.print(Text(f"\n{notation.title}", TITLE))
    for passage in moves:
        console.print(draw_passage(passage, word=word))
    console.print(Text(text("cli.rules.found", word=word, passages=len(rules) + len(moves)), SOFT))


# ---- drawing


def draw_passage(passage: Passage, heading: str = "", word: str = "") -> RenderableType:
    """Print a rule; of unnumbered text only the blocks with the searched word."""
    blocks = [block for block in passage.blocks if passage.number is not None or not word or block.has(word)]
    if passage.number is None and word:
        heading = passage.title
    title = [set_off(Text(f"\n{heading}", TITLE), word)] if heading else []
    return Group(*title, *(draw_block(block, word) for block in blocks))


def draw_block(block: Block, word: str = "") -> RenderableType:
    if block.kind == "table":
        return Padding(_table(block.rows, word), (1, 0, 0, 2), expand=False)
    lines = [_line(row[0], word) for row in block.rows]
    if block.kind == "paragraph":
        return Padding(lines[0], (1, 0, 0, 0), expand=False)
    if block.kind == "example":
        return Padding(Text.assemble((text("cli.rules.example"), TITLE), " ", lines[0]), (1, 0, 0, 4), expand=False)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right")
    grid.add_column(overflow="fold")  # what is written without blanks must not be cut off
    for number, line in enumerate(lines, 1):
        grid.add_row("•" if block.kind == "list" else f"{number}.", line)
    return Padding(grid, (1, 0, 0, 2), expand=False)


def _table(rows: Sequence[Sequence[str]], word: str) -> Table:
    head, *rest = rows
    table = Table(pad_edge=False)
    for cell in head:
        table.add_column(_line(cell, word), overflow="fold")
    for row in rest:
        table.add_row(*(_line(cell, word) for cell in row))
    return table


def _line(markdown: str, word: str) -> Text:
    return set_off(Text.assemble(*((span.text, STYLES[span.style]) for span in read_spans(markdown))), word)


def set_off(line: Text, word: str) -> Text:
    """A line with a word highlighted."""
    if word:
        line.highlight_regex(re.compile(re.escape(word), re.IGNORECASE), CHOSEN)
    return line
