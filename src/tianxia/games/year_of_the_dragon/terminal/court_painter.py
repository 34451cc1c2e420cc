"""Paints palaces and courts: small, in full with the names of the persons, and as a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text

from tianxia.games.year_of_the_dragon.interface.view import CourtView, PalaceView, PersonView
from tianxia.games.year_of_the_dragon.terminal.choices import NEW, Choices, Piece, choices_for, ghosts_for
from tianxia.games.year_of_the_dragon.terminal.symbols import (
    CROWDED,
    FREE_FLOOR,
    GHOSTLY,
    PAPER,
    STARVED,
    TIMBER,
    TURN,
    beside,
    dragon_table,
    in_rows,
    kind_style,
    kinds_of,
    person_chip,
    person_letters,
    person_name,
)
from tianxia.terminal import palette
from tianxia.terminal.drawer import Shown
from tianxia.terminal.palette import GHOST, MAY
from tianxia.terminal.tables import seat_label, wrap
from tianxia.words import text

NARROWEST: Final = 3  # columns inside a palace
COURT_GAP: Final = 3
SHORT_NAME: Final = 9  # columns inside a palace that shows names
WALL: Final = "┃"


class Floor(NamedTuple):
    """A row of a palace: a person, a free floor, or a person without a floor."""

    person: PersonView | None
    side: str  # what stands to its left and right
    may: bool = False

    @property
    def sides(self) -> tuple[str, str]:
        return ("(", ")") if self.may else (self.side, self.side)


class Scene(NamedTuple):
    """The input of the painter: a court, the choices in it, and the pieces of a preview."""

    court: CourtView
    seat: int
    letters: Mapping[str, str]
    choices: Choices
    ghosts: list[Piece]


def scene_of(shown: Shown, seat: int) -> Scene:
    table = dragon_table(shown.view)
    court = table["courts"][seat - 1]
    return Scene(court, seat, kinds_of(table), choices_for(shown.view, seat), ghosts_for(shown, seat))


# ---- palaces


def floors_of(scene: Scene, palace: PalaceView) -> list[Floor]:
    """The rows of a palace from the roof down: free floors, then its persons, who came in from the ground up.

    In an earthquake some persons may have no floor; a person or a floor of a preview comes last.
    """
    ghosts = [piece for piece in scene.ghosts if piece["palace"] == palace["number"]]
    guests = [Floor(piece["person"], GHOST) for piece in ghosts if piece["kind"] == "person"]
    built = [Floor(None, GHOST) for piece in ghosts if piece["kind"] == "floor"]
    persons = []
    for place, person in enumerate(palace["persons"]):
        may = (str(palace["number"]), person["age"], person["kind"]) in scene.choices.persons
        persons.append(Floor(person, WALL if place < palace["floors"] else CROWDED, may))
    free = max(0, palace["floors"] - len(persons) - len(guests))
    return [*built, *[Floor(None, WALL)] * free, *guests, *reversed(persons)]


def number_label(scene: Scene, palace: PalaceView) -> str:
    """The number of a palace, by which moves name it."""
    number = str(palace["number"])
    if number in scene.choices.palaces:
        return f"({number})"
    return f"{STARVED}{number}" if palace["starved"] else number


def roof(label: str, inner: int, style: Style) -> Text:
    edge = Style.parse(style.bgcolor.name if style.bgcolor else "")
    before, after = f"{label:^{inner}}".split(label)
    middle = (label, MAY if label.startswith("(") else style)
    return Text.assemble(("▟", edge), (before, style), middle, (after, style), ("▙", edge))


def storey(floor: Floor, inside: str) -> Text:
    left, right = floor.sides
    style = PAPER if floor.person is None else kind_style(floor.person)
    edge = {GHOST: GHOSTLY, CROWDED: palette.REFUSED}.get(floor.side, TIMBER)
    if floor.may:
        style, edge = MAY, MAY
    return Text.assemble((left, edge), (inside, style), (right, edge))


def small_palace(scene: Scene, palace: PalaceView) -> list[Text]:
    """A palace with the two letters of each person."""
    label = number_label(scene, palace)
    inner = max(NARROWEST, len(label))
    rows = [roof(label, inner, palette.seat_style(scene.seat))]
    for floor in floors_of(scene, palace):
        inside = f" {FREE_FLOOR}" if floor.person is None else person_letters(scene.letters, floor.person)
        rows.append(storey(floor, inside.ljust(inner)))
    return rows


def full_palace(scene: Scene, palace: PalaceView, width: int) -> list[Text]:
    """A palace with the names of its persons."""
    label, floors = number_label(scene, palace), floors_of(scene, palace)
    names = [Text(f" {FREE_FLOOR if floor.person is None else person_name(floor.person)} ") for floor in floors]
    inner = min(max(SHORT_NAME, len(label), *(name.cell_len for name in names), 0), max(0, width - 2))
    rows = [roof(label, inner, palette.seat_style(scene.seat))]
    for floor, name in zip(floors, names, strict=True):
        name.truncate(inner, overflow="ellipsis", pad=True)
        rows.append(storey(floor, name.plain))
    return rows


def more_plots(scene: Scene) -> list[list[Text]]:
    """The new palace of a preview, and the place where one may be built."""
    thought = [piece for piece in scene.ghosts if piece["kind"] == "floor" and piece["palace"] is None]
    plots = [[Text(f"▟ {GHOST} ▙", GHOSTLY), Text(f"{GHOST} {FREE_FLOOR} {GHOST}", GHOSTLY)] for _ in thought]
    if NEW in scene.choices.palaces:
        plots.append([Text(f"({NEW})", MAY)])
    return plots


def rows_of_palaces(scene: Scene, palaces: Sequence[Sequence[Text]], width: int) -> list[Text]:
    blocks = [*palaces, *more_plots(scene)]
    if not blocks:
        return [Text(text("terminal.year-of-the-dragon.no-palace"), palette.SOFT)]
    return [line for row in in_rows(blocks, width, 1) for line in beside(row, 1)]


def in_full(scene: Scene, width: int) -> list[Text]:
    """All palaces of a court, with the names of their persons."""
    palaces = [full_palace(scene, palace, width) for palace in scene.court["palaces"]]
    return rows_of_palaces(scene, palaces, width)


# ---- courts


def court_heading(shown: Shown, seat: int) -> Text:
    """The heading of a court: its seat, whether it is to move, and the person to place or the cards in hand."""
    table = dragon_table(shown.view)
    turn = seat == shown.view["to_move"]
    heading = Text.assemble((TURN if turn else " ", palette.LEGAL), seat_label(shown.view, seat), "  ")
    if turn and table["held"] is not None:
        heading.append(f"{text('terminal.year-of-the-dragon.holds')} ", palette.SOFT)
        return heading.append_text(person_chip(kinds_of(table), table["held"]))
    cards = len(table["courts"][seat - 1]["cards"])
    return heading.append(text("terminal.year-of-the-dragon.cards-left", cards=cards), palette.SOFT)


def small_court(shown: Shown, seat: int, width: int) -> list[Text]:
    scene = scene_of(shown, seat)
    palaces = [small_palace(scene, palace) for palace in scene.court["palaces"]]
    return rows_of_palaces(scene, palaces, width)


def painted_courts(shown: Shown, width: int) -> list[Text]:
    """The courts, as many side by side as fit, each above the name of its seat."""
    blocks = []
    for seat in range(1, shown.view["players"] + 1):
        palaces = [Text(" ").append_text(line) for line in small_court(shown, seat, width - 1)]
        blocks.append([*palaces, court_heading(shown, seat)])
    rows = [beside(row, COURT_GAP) for row in in_rows(blocks, width, COURT_GAP)]
    return [line for row in rows for line in (*row, Text())][:-1]


# ---- the court as a list


def listed_palace(scene: Scene, palace: PalaceView) -> Text:
    """A palace in one line: its number, and in brackets its floors with who lives there."""
    label = number_label(scene, palace)
    line = Text.assemble((label, MAY if label.startswith("(") else palette.STRONG), ("[", TIMBER))
    for number, floor in enumerate(reversed(floors_of(scene, palace))):
        inside = FREE_FLOOR if floor.person is None else person_letters(scene.letters, floor.person)
        side, style = ("", PAPER) if floor.person is None else ("", kind_style(floor.person))
        if floor.side in (GHOST, CROWDED):
            side, style = floor.side, GHOSTLY if floor.side == GHOST else style
        line.append(" " if number else "", PAPER)
        line.append(f"({inside})" if floor.may else f"{side}{inside}", MAY if floor.may else style)
    return line.append("]", TIMBER)


def listed_courts(shown: Shown, width: int, with_goods: bool) -> list[Text]:
    """The courts as a list, in as few lines as possible; with the goods of the seats if no table shows them."""
    seats = range(1, shown.view["players"] + 1)
    headings = [court_heading(shown, seat) for seat in seats]
    indent = 2 if with_goods else min(max(heading.cell_len for heading in headings) + 1, width // 2)
    lines: list[Text] = []
    for seat, heading in zip(seats, headings, strict=True):
        scene = scene_of(shown, seat)
        palaces = [listed_palace(scene, palace) for palace in scene.court["palaces"]]
        palaces += [plot[-1] for plot in more_plots(scene)]
        court = wrap(palaces or [Text(text("terminal.year-of-the-dragon.no-palace"), palette.SOFT)], width, indent)
        if with_goods:
            goods = [Text(part, palette.SOFT) for part in goods_of(scene.court).split()]
            lines += [heading, *wrap(goods, width, indent)]
        elif heading.cell_len < indent:
            court[0] = Text.assemble(heading, " " * (indent - heading.cell_len), court[0][indent:])
        else:
            lines.append(heading)
        lines += court
    return lines


def goods_of(court: CourtView) -> str:
    """The goods of a seat, in words."""
    return text(
        "terminal.year-of-the-dragon.goods",
        yuan=court["yuan"],
        rice=court["rice"],
        fireworks=court["fireworks"],
        small=court["small_privileges"],
        large=court["large_privileges"],
        income=court["income"],
    )
