"""Draws the middle of the table: the year, the action cards, the person track; then the courts."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rich.style import Style
from rich.text import Text

from tianxia.games.year_of_the_dragon.interface.view import DragonTable, GroupView
from tianxia.games.year_of_the_dragon.terminal.choices import choices_of
from tianxia.games.year_of_the_dragon.terminal.court_painter import listed_courts, painted_courts
from tianxia.games.year_of_the_dragon.terminal.symbols import (
    EVENTS,
    NOW,
    SUPER,
    TURN,
    choice,
    dragon_table,
    event_of,
    kinds_of,
    spoken,
    super_event_of,
)
from tianxia.terminal import palette
from tianxia.terminal.drawer import Shown
from tianxia.terminal.palette import MAY
from tianxia.terminal.tables import wrap
from tianxia.words import text

WIDE: Final = 119
MEDIUM: Final = 78
NARROW: Final = 39
PLAYERS_WIDTH: Final = 66  # of the table of players: if it does not fit, the courts list their goods themselves
SEAL: Final = 9  # columns of a month where the year is one row
MONTH: Final = SEAL + 4  # where it is several


def draw_board(shown: Shown, painted: bool, width: int) -> list[Text]:
    """Everything that lies on the table; the courts as pictures, or as a list."""
    table = dragon_table(shown.view)
    blank = [Text()] if painted else []
    acting = bool(table["groups"]) and table["part"] == "action"
    lines = [*blank, *year_lines(table, width), *blank]
    lines += group_lines(shown, width) if table["groups"] and (painted or acting) else []
    lines += supply_lines(shown, width) if painted or not acting else []
    lines += [*track_lines(shown, width), *blank]
    return lines + (painted_courts(shown, width) if painted else listed_courts(shown, width, width < PLAYERS_WIDTH))


# ---- the year


def year_lines(table: DragonTable, width: int) -> list[Text]:
    """The months with their events, in one row where there is room."""
    if len(table["events"]) * (SEAL + 1) - 1 <= width:
        return year_row(table)
    abreast = max(1, width // MONTH)
    months = list(range(1, len(table["events"]) + 1))
    rows = [months[first : first + abreast] for first in range(0, len(months), abreast)]
    lines = []
    for row in rows:
        lines.append(Text().join([month_cell(table, month) for month in row]))
        if table["great_wall"]:
            lines.append(Text().join([Text("    ").append_text(brick(table, month)) for month in row]))
    if table["super_event"] is not None:
        name = super_event_of(table)
        line = text("terminal.year-of-the-dragon.super-event", month=table["super_month"], name=name)
        lines += wrap([Text(part, palette.TITLE) for part in (SUPER, *line.split())], width)
    return lines


def month_style(table: DragonTable, month: int) -> Style:
    """The style of a month: the present one is bright, past ones are dim."""
    if month == table["month"]:
        return NOW
    return palette.SOFT if month < table["month"] else EVENTS[table["events"][month - 1]][1]


def month_cell(table: DragonTable, month: int) -> Text:
    """A month in 13 columns: " 3 tribute"."""
    now = TURN if month == table["month"] else " "
    mark = SUPER if is_super(table, month) else " "
    name = Text(event_of(table, month))
    name.truncate(SEAL, pad=True)
    return Text.assemble(
        (now, palette.LEGAL), (f"{month:>2}{mark}", palette.SOFT), (name.plain, month_style(table, month))
    )


def year_row(table: DragonTable) -> list[Text]:
    """The year as seals: for each month its number and symbol, its event, then the wall and the super event."""
    months = range(1, len(table["events"]) + 1)
    heads, names = [], []
    for month in months:
        style = month_style(table, month)
        symbol = EVENTS[table["events"][month - 1]][0]
        now = TURN if month == table["month"] else " "
        mark = SUPER if is_super(table, month) else " "
        heads.append(Text(f"{now}{month:>2} {symbol} {mark}".center(SEAL), style))
        name = Text(event_of(table, month))
        name.truncate(SEAL)
        names.append(Text(name.plain.center(SEAL), style))
    rows = [Text(" ").join(heads), Text(" ").join(names)]
    if table["great_wall"]:
        rows.append(Text(" ").join([brick(table, month) for month in months]))
    if table["super_event"] is not None:
        label = f"{SUPER} {super_event_of(table)}"
        start = (table["super_month"] - 1) * (SEAL + 1)
        room = rows[0].cell_len - Text(label).cell_len
        rows.append(Text(" " * max(0, min(start, room))).append(label, palette.TITLE))
    return rows


def is_super(table: DragonTable, month: int) -> bool:
    return table["super_event"] is not None and month == table["super_month"]


def brick(table: DragonTable, month: int) -> Text:
    """The part of the Great Wall below a month, with the letter of the seat that built it."""
    if month > len(table["wall"]):
        return Text(("·" if month <= table["wall_length"] else "").center(SEAL), palette.SOFT)
    seat = table["wall"][month - 1]
    return Text(f"▀▄▀ {palette.seat_letter(seat)} ▀▄▀", palette.seat_style(seat))


# ---- action cards


def group_lines(shown: Shown, width: int) -> list[Text]:
    """The groups of action cards, with the seats that stand on them, and the price of joining them."""
    table = dragon_table(shown.view)
    may = choices_of(shown.view).actions
    groups = [group_parts(shown, group, may) for group in table["groups"]]
    wholes = [Text().join(parts) for parts in groups]
    if all(whole.cell_len < width for whole in wholes):
        return wrap([whole.append(" ") for whole in wholes], width)
    return [line for parts in groups for line in wrap(parts, width)]


def group_parts(shown: Shown, group: GroupView, may: frozenset[str]) -> list[Text]:
    table = dragon_table(shown.view)
    cards = [choice(card_words(shown, card), card in may) for card in group["cards"]]
    cards[0] = Text.assemble((f"{group['number']}", palette.STRONG), ("┃", palette.SOFT), cards[0])
    cards[-1].append("┃", palette.SOFT)
    dragons = [palette.seat_chip(seat) for seat in group["seats"]]
    if dragons and table["part"] == "action":
        price = text("terminal.year-of-the-dragon.price", yuan=group["price"])
        dragons.append(Text(f" {price}", palette.REFUSED))
    return [*cards, Text().join(dragons)] if dragons else cards


def card_words(shown: Shown, card: str) -> str:
    """An action card, with its amount for the seat to move."""
    table, seat = dragon_table(shown.view), shown.view["to_move"]
    if seat is None or table["part"] != "action" or card not in table["courts"][seat - 1]["actions"]:
        return spoken(card)
    return f"{spoken(card)} {table['courts'][seat - 1]['actions'][card]}"


# ---- persons


def supply_lines(shown: Shown, width: int) -> list[Text]:
    """The number of tiles of each kind on the board: young, then old."""
    table = dragon_table(shown.view)
    may = choices_of(shown.view).kinds
    words = [Text(text("terminal.year-of-the-dragon.supply"), palette.SOFT)]
    for kind, letters in kinds_of(table).items():
        left = [person["left"] for person in table["persons"] if person["kind"] == kind]
        count = Text("/".join(map(str, left)), "" if any(left) else palette.SOFT)
        words.append(Text.assemble(choice_of_kind(letters, kind in may), count))
    return wrap(words, width, indent=0)


def choice_of_kind(letters: str, may: bool) -> Text:
    return Text(f"({letters})", MAY) if may else Text(f"{letters} ", palette.STRONG)


def track_lines(shown: Shown, width: int) -> list[Text]:
    """The person track from the first in order of play, with stacked markers; then an order of play that differs."""
    table = dragon_table(shown.view)
    words = [Text(text("terminal.year-of-the-dragon.track-label"), palette.SOFT)]
    for space, markers in groupby(table["track"], key=lambda marker: marker["space"]):
        on = Text().append(text("terminal.year-of-the-dragon.on-top-of"), palette.SOFT)
        stack = on.join([palette.seat_chip(marker["seat"]) for marker in markers])
        words.append(stack.append(f" {space} "))
    if table["order"] != [marker["seat"] for marker in table["track"]] and table["order"]:
        order = Text().append(f"{text('terminal.year-of-the-dragon.order')} ", palette.SOFT)
        for seat in table["order"]:
            order.append(TURN if seat == shown.view["to_move"] else " ", palette.LEGAL)
            order.append_text(palette.seat_chip(seat))
        words.append(order)
    return wrap(words, width)
