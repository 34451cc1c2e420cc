"""Tables that are the same for every game: players, points by source, previews, the result; and parts of lists."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Final, Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tianxia.games.base import AnyPreview
from tianxia.play.view import View
from tianxia.terminal import palette
from tianxia.terminal.drawer import Column
from tianxia.terminal.speech import read_message, seat_names, sentence
from tianxia.words import Message, catalogue, text

NAME_WIDTH: Final = 11  # columns for a name above numbers: five fit beside the names of sources


def seat_name(view: View, seat: int) -> str:
    return sentence(Message("terminal.seat", {"seat": seat}), seat_names(view["names"]))


def players(view: View, columns: Sequence[Column]) -> Table:
    """The table of players, with their columns; an arrow marks the seat to move."""
    table = _table("", "", text("terminal.player"), *(column.heading for column in columns))
    for seat in range(1, view["players"] + 1):
        turn = seat == view["to_move"]
        name = Text(seat_name(view, seat), palette.STRONG if turn else "")
        values = [Text(column.values[seat - 1]) for column in columns]
        table.add_row(Text("▸" if turn else " ", palette.LEGAL), palette.seat_chip(seat), name, *values)
    return table


def scores(view: View) -> Table:
    """Points by source, one column for each seat, without sources that gave no points."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("", no_wrap=True)
    seats = range(1, view["players"] + 1)
    for seat in seats:
        heading = Text.assemble(palette.seat_chip(seat), "\n", (seat_name(view, seat), palette.SOFT))
        table.add_column(heading, justify="right", min_width=4, max_width=NAME_WIDTH)
    for source in _sources(view["game"]):
        paid = [entry for entry in view["ledger"] if entry["source"] == source]
        sums = [sum(entry["amount"] for entry in paid if entry["seat"] == seat) for seat in seats]
        if any(sums):
            table.add_row(text(f"{view['game']}.source.{source}"), *map(str, sums))
    total = [Text(str(score), palette.STRONG) for score in view["scores"]]
    table.add_row(Text(text("terminal.total"), palette.STRONG), *total)
    return table


def ledger(view: View) -> RenderableType:
    """The ledger: every payment, then the sums."""
    names = seat_names(view["names"])
    lines = []
    for entry in view["ledger"]:
        source = Message(f"{view['game']}.source.{entry['source']}")
        amount = Message(f"terminal.{view['game']}.amount", {"amount": entry["amount"]})
        when = Message(f"terminal.{view['game']}.when", {"round": entry["round"]})
        values = {"round": when, "seat": entry["seat"], "where": entry["where"], "source": source, "amount": amount}
        line = Message("terminal.ledger.entry-where" if entry["where"] else "terminal.ledger.entry", values)
        lines.append(Text(sentence(line, names)))
    if not lines:
        lines = [Text(text("terminal.ledger.empty"), palette.SOFT)]
    return Group(*lines, Text(), scores(view))


def result(view: View) -> RenderableType:
    """The result: the winners, and the sources of points."""
    winners = view["winners"]
    key = "terminal.won" if len(winners) == 1 else "terminal.shared"
    score = Message(f"terminal.{view['game']}.amount", {"amount": max(view["scores"])})
    message = Message(key, {"winners": winners, "score": score})
    names = seat_names(view["names"])
    ties = [Text(sentence(read_message(tie["line"]), names)) for tie in view["ties"]]
    return Group(Text(sentence(message, names), palette.TITLE), *ties, Text(), scores(view))


def preview_lines(preview: AnyPreview, names: Sequence[str]) -> Text:
    """The consequences of a move."""
    said = [sentence(line, names) for line in preview.lines]
    if not preview.ledger:
        said.append(text("terminal.preview.nothing"))
    lines = [Text(text("terminal.preview.heading"), palette.LEGAL), *(Text(f"  {line}") for line in said)]
    return Text("\n").join(lines)


# ---- the parts of lists


def sheet(game: str, name: str, headings: Sequence[str], right: Container[str] = ()) -> Table:
    """A table without lines; the columns with headings in `right` hold numbers, and are right-aligned."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=palette.SOFT)
    for heading in headings:
        justify: Literal["left", "right"] = "right" if heading in right else "left"
        table.add_column(text(f"terminal.{game}.{name}.{heading}"), justify=justify)
    return table


def note(key: str) -> Text:
    return Text(text(key), palette.SOFT)


def seat_label(view: View, seat: int) -> Text:
    """The letter of a seat in its colour, and its name."""
    return Text.assemble(palette.seat_chip(seat), f" {seat_name(view, seat)}")


def by_seat(counts: Sequence[int]) -> Text:
    """The seats with a count above 0, and their counts."""
    seats = [(seat, count) for seat, count in enumerate(counts, 1) if count]
    return Text(" ").join(
        [Text(f"{palette.seat_letter(seat)}{count}", palette.seat_style(seat)) for seat, count in seats]
    )


def wrap(words: Iterable[Text], width: int, indent: int = 0) -> list[Text]:
    """Words wrapped into lines; other than with rich, lines are indented, and no word is broken."""
    lines = [Text(" " * indent)]
    for word in words:
        gap = 1 if lines[-1].plain.strip() else 0
        if gap and lines[-1].cell_len + gap + word.cell_len > width:
            lines.append(Text(" " * indent))
            gap = 0
        lines[-1].append(" " * gap).append_text(word)
    return lines


# ---- small things


def _sources(game: str) -> list[str]:
    prefix = f"{game}.source."
    return [key.removeprefix(prefix) for key in catalogue("en") if key.startswith(prefix)]


def _table(*headings: str) -> Table:
    """A table in which all columns after the player's are right-aligned."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=palette.SOFT)
    after_name = False
    for heading in headings:
        table.add_column(heading, justify="right" if after_name else "left", no_wrap=True)
        after_name = after_name or heading == text("terminal.player")
    return table
