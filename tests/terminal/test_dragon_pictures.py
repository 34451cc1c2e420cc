"""In the Year of the Dragon drawn, as pictures in text: what a screen without colours shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from support.dragon_views import (
    EVENTS,
    busy_table,
    long_persons,
    make_court,
    make_preview,
    make_table,
    make_view,
    person,
)
from support.luck import every
from terminal.dragon_screens import ACTIONS, DRAWER, LIST, MEDIUM, NARROW, WIDE, board, hand, look
from terminal.emperor_screens import picture, widest
from terminal.screens import Screen, printed
from tianxia.games.year_of_the_dragon.interface.view import DragonTable
from tianxia.games.year_of_the_dragon.terminal.symbols import kinds_of
from tianxia.play.view import View
from tianxia.terminal import draw, tables
from tianxia.terminal.drawer import Shown

# ---- the board


def test_the_board_with_painted_courts() -> None:
    table = busy_table(super_event="earthquake", great_wall=True, wall=[1, 3, 3])
    assert board(make_view(table, legal=[*ACTIONS, "wall rice"]), MEDIUM) == picture(
        """

          1 peace      2 peace      3 tribute  ▸ 4 drought    5 Mongols    6 festival
            ▀▄▀ P ▀▄▀    ▀▄▀ R ▀▄▀    ▀▄▀ R ▀▄▀        ·            ·            ·
          7§contagion  8 drought    9 tribute   10 Mongols   11 contagion 12 festival
                ·            ·            ·            ·            ·            ·
        § after the event of month 7: earthquake

        1┃(taxes 2)(build 2) harvest 3 ┃ Y  pay 3
        2┃ fireworks 1 (parade 1)(research 1)┃  3┃(privilege)(wall)┃ R  pay 3
        left Cr 6 Co 6 Py 4/2 Ta 6 Wa 4/2 Mo 4/2 He 4/2 Fa 4/2 Sc 4/2
        track  Y  23   P on R  19

         ▟ 1 ▙                      ▟ 1 ▙                                    ▟ 5 ▙
         ┃ · ┃ ▟ 2 ▙                ┃Wa ┃ ▟ 2 ▙ ▟ 3 ▙      ▟ 1 ▙ ▟ 2 ▙ ▟ 3 ▙ ┃ · ┃
         ┃Mo ┃ ┃Cr ┃ ▟ 3 ▙ ▟ 4 ▙    ┃Sc+┃ ┃ · ┃ ┃Wa+┃      ┃He ┃ ┃ · ┃ ┃ · ┃ ┃ · ┃
         ┃Fa+┃ ┃Co ┃ ┃He+┃ ┃ · ┃    ┃Ta ┃ ┃Fa ┃ ┃Py ┃      ┃Sc ┃ ┃Co ┃ ┃Ta ┃ ┃Mo+┃
        ▸ P  Purple  5 cards         Y  Yellow  4 cards     R  Red  6 cards
        """
    )


def test_on_a_wide_screen_the_year_is_one_row() -> None:
    table = busy_table(super_event="assassination", super_month=12, great_wall=True, wall=[2])
    assert board(make_view(table), WIDE).splitlines()[:5] == [
        "",
        "   1 ~       2 ~       3 $     ▸ 4 ○       5 ▲       6 *       7 +       8 ○       9 $      10 ▲      11 +"
        "      12 * §",
        "  peace     peace    tribute   drought   Mongols   festival contagion  drought   tribute   Mongols  contagion"
        "  festival",
        "▀▄▀ Y ▀▄▀     ·         ·         ·         ·         ·         ·         ·         ·         ·         ·"
        "         ·",
        " " * 96 + "§ assassination attempt",
    ]


def test_a_low_screen_gets_courts_as_a_list() -> None:
    view = make_view(busy_table(part="event"), legal=["release 1 old farmer", "release 3 old healer"])
    assert board(view, LIST) == picture(
        """
          1 peace      2 peace      3 tribute  ▸ 4 drought    5 Mongols    6 festival
          7 contagion  8 drought    9 tribute   10 Mongols   11 contagion 12 festival
        left Cr 6 Co 6 Py 4/2 Ta 6 Wa 4/2 Mo 4/2 He 4/2 Fa 4/2 Sc 4/2
        track  Y  23   P on R  19
        ▸ P  Purple  5 cards 1[(Fa+) Mo ·] 2[Co Cr] 3[(He+)] 4[·]
          Y  Yellow  4 cards 1[Ta Sc+ Wa] 2[Fa ·] 3[Py Wa+]
          R  Red  6 cards    1[Sc He] 2[Co ·] 3[Ta ·] 5[Mo+ · ·]
        """
    )


def test_a_narrow_screen_gets_lists_with_all_goods() -> None:
    view = make_view(busy_table(dragons={2: [2], 3: [3]}), legal=ACTIONS, names=["Ada", "Bo", "Cy"])
    assert board(view, NARROW) == picture(
        """
          1 peace      2 peace      3 tribute
        ▸ 4 drought    5 Mongols    6 festival
          7 contagion  8 drought    9 tribute
         10 Mongols   11 contagion 12 festival
        1┃(taxes 2)(build 2) harvest 3 ┃
        2┃ fireworks 1 (parade 1)┃ Y  pay 3
        3┃(research 1)(privilege)┃ R  pay 3
        track  Y  23   P on R  19
        ▸ P  Ada  5 cards
          6 yuan, 1 rice, 1 fireworks tile,
          privileges 1/0, 4 points this month
          1[Fa+ Mo ·] 2[Co Cr] 3[He+] 4[·]
          Y  Bo  4 cards
          7 yuan, 2 rice, 0 fireworks,
          privileges 0/0, 3 points this month
          1[Ta Sc+ Wa] 2[Fa ·] 3[Py Wa+]
          R  Cy  6 cards
          8 yuan, 0 rice, 1 fireworks tile,
          privileges 1/1, 4 points this month
          1[Sc He] 2[Co ·] 3[Ta ·] 5[Mo+ · ·]
        """
    )


def test_what_is_only_thought_of() -> None:
    table = make_table(make_court("3 old farmer", "1", "1 young monk"), make_court("2"))
    view = make_view(table, legal=["floor 2", "floor 3", "floor new"])
    ghosts = make_preview(("floor", 1, 3, None), ("floor", 1, None, None), ("person", 1, 1, "young healer"))
    assert "\n".join(board(view, MEDIUM, ghosts).splitlines()[-5:]) == picture(
        """
         ▟ 1 ▙
         ┃ · ┃       ▟(3)▙                ▟ 1 ▙
         ◇He ◇ ▟(2)▙ ◇ · ◇ ▟ ◇ ▙          ┃ · ┃
         ┃Fa+┃ ┃ · ┃ ┃Mo ┃ ◇ · ◇ (new)    ┃ · ┃
        ▸ P  Purple  11 cards              Y  Yellow  11 cards
        """
    )


def test_an_earthquake_and_a_drought() -> None:
    court = make_court("1 old farmer, young monk", "0 young court-lady", "2 old healer", "2 young monk", starved=[4])
    view = make_view(make_table(court, make_court()), legal=["release 2 young court-lady"])
    assert "\n".join(board(view, MEDIUM).splitlines()[-4:]) == picture(
        """
         ▟ 1 ▙       ▟ 3 ▙ ▟x4 ▙
         !Mo ! ▟ 2 ▙ ┃ · ┃ ┃ · ┃
         ┃Fa+┃ (Co ) ┃He+┃ ┃Mo ┃    no palace
        ▸ P  Purple  11 cards        Y  Yellow  11 cards
        """
    )
    assert "1[Fa+ !Mo] 2[(Co)] 3[He+ ·] x4[Mo ·]" in board(view, LIST)
    signs = DRAWER.legend(view).plain
    assert "x1 " in signs
    assert "!Fa!" in signs
    assert "!Fa!" not in DRAWER.legend(make_view()).plain


def test_an_order_of_play_that_the_track_does_not_tell() -> None:
    view = make_view(busy_table(order=[3, 1, 2]))
    assert "track  Y  23   P on R  19  order   R ▸ P   Y" in board(view, MEDIUM)
    assert "order" not in board(make_view(busy_table()), MEDIUM)


def test_a_terminal_without_unicode_gets_plain_signs() -> None:
    view = make_view(busy_table(great_wall=True, wall=[1], super_event="flood"), legal=["floor 1", "floor new"])
    options = Screen(119).console.options
    options.encoding = "ascii"
    for size, (width, _) in enumerate(DRAWER.sizes(Shown(view))):
        lines = Screen(119).console.render_lines(DRAWER.board(Shown(view), size, width), options)
        assert "".join(part.text for line in lines for part in line).isascii()


# ---- hand, players, progress


def test_the_hand_shows_the_court_in_words() -> None:
    table = busy_table(part="person", held=person("old scholar"), great_wall=True, left=2)
    view = make_view(table, legal=["replace 1 old farmer", "replace 2 young court-lady", "dismiss"])
    assert hand(view) == picture(
        """
        Your court 4 points this month, as things are
        ▟     1      ▙
        ┃ ·          ┃ ▟        2         ▙
        ┃ young monk ┃ ┃ young craftsman  ┃ ▟     3      ▙ ▟    4    ▙
        ( old farmer ) ( young court lady ) ┃ old healer ┃ ┃ ·       ┃
        Cards  tax collector   monk   farmer   wild x2
        Wall  rice   fireworks   floor   yuan   track   points
        To place  Sc+  old scholar 2 spaces, book 3
        You may also (dismiss)
        """
    )
    assert hand(view, 1) == "\n".join(hand(view).splitlines()[5:])


def test_in_the_draft_the_hand_shows_the_pairs_that_are_taken() -> None:
    """Of seats that have drafted twice; nobody may begin with the same pair."""
    table = make_table(month=0, part="draft", groups=[], pairs_taken=[["court-lady", "monk"], ["monk", "farmer"]])
    view = make_view(table, legal=["draft farmer"])
    for number in range(2):
        lines = hand(view, number).splitlines()
        place = next(place for place, line in enumerate(lines) if line.startswith("Cards"))
        assert [line for line in lines[place:] if "+" in line] == ["Pairs taken court lady + monk, monk + farmer"]
    for part, pairs in (("draft", []), ("action", [["court-lady", "monk"]])):
        assert "Pairs" not in hand(make_view(make_table(part=part, pairs_taken=pairs)))


def test_what_a_group_costs_is_told_only_where_one_is_chosen() -> None:
    for part in ("person", "event", "wall", "super-event", "last-wall", "end"):
        for size in range(4):
            assert "pay" not in board(make_view(busy_table(part=part)), size)
    assert all(board(make_view(busy_table()), size).count("pay 3") == 2 for size in range(4))


def test_the_price_of_a_group_stands_with_its_dragons() -> None:
    """On any screen: before the next group it would seem to be that group's."""
    for dragons in ({1: [2], 3: [3]}, {1: [2, 3]}, {2: [1, 2, 3]}):
        view = make_view(busy_table(great_wall=True, dragons=dragons), legal=ACTIONS)
        for width in range(39, 141):
            for line in board(view, LIST, width=width).splitlines():
                assert not re.match(r" *pay", line)


def test_action_cards_tell_what_they_would_bring_the_seat_to_move() -> None:
    """Only in the action phase; privilege and wall have no one number."""
    cards = ["taxes 5", "build 1", "harvest 2", "fireworks 2", "parade 4", "research 4"]
    view = make_view(busy_table(great_wall=True), to_move=2, legal=[])
    for size in range(4):
        text = board(view, size)
        assert [card for card in cards if not re.search(rf"\b{card}\b", text)] == []
        assert [len(re.findall(rf" {card} (?!\d)", text)) for card in ("privilege", "wall")] == [1, 1]
    for part in ("person", "event", "wall"):
        for size in (WIDE, MEDIUM):
            text = board(make_view(busy_table(part=part)), size)
            assert " taxes " in text
            assert not re.search(r"taxes \d", text)
    assert not re.search(r"taxes \d", board(make_view(busy_table(), to_move=None, over=True), WIDE))


def test_other_choices_are_told_apart_from_those_that_are_marked() -> None:
    assert hand(make_view(make_table(), legal=["money"])).splitlines()[-1] == "You may (money)"
    assert hand(make_view(make_table(), legal=["taxes", "money"])).splitlines()[-1] == "You may also (money)"
    assert "You may" not in hand(make_view(make_table(), legal=["taxes", "build"]))


def test_tiles_to_choose_from_tell_what_they_are_good_for() -> None:
    view = make_view(make_table(), legal=["draft farmer", "draft tax-collector", "draft court-lady"])
    assert hand(view).splitlines()[-3:] == [
        "You may",
        "(draft farmer) 4 spaces, rice 1         (draft tax-collector) 3 spaces, coin 3",
        "(draft court-lady) 1 space, dragon 1",
    ]
    view = make_view(make_table(), legal=["take young farmer", "take old farmer"])
    assert hand(view).splitlines()[-1] == "(take young farmer) 4 spaces, rice 1  (take old farmer) 1 space, rice 2"


def test_a_spectator_has_no_hand() -> None:
    view = make_view(seat=None)
    assert DRAWER.hands(Shown(view)) == [None]
    assert look("hand", view) == "You have no court here: you are watching."


def test_players_in_80_columns() -> None:
    names = ["a player with the longest name", "a player with the longest name", "Cy", "Di", "Ed"]
    view = make_view(busy_table(5), names=names, scores=[114, 9, 22, 8, 31])
    players = printed(tables.players(view, DRAWER.columns(view)))
    assert "…" not in players.replace("longe…", "").replace("a player with the l…", "")
    assert players.splitlines()[0].split() == [
        *("player", "points", "yuan", "rice", "fire", "pers", "pal", "priv", "track")
    ]
    assert players.splitlines()[3].split() == ["R", "Cy", "22", "8", "0", "1", "5", "4", "1/1", "19"]


def test_how_far_the_game_is() -> None:
    told = [
        DRAWER.progress(make_view(make_table(month=month, part=part))) for month, part in ((0, "draft"), (3, "person"))
    ]
    assert told == ["the draft", "month 3 of 12, person phase"]
    for part in ("action", "event", "wall", "super-event", "last-wall", "end"):
        assert DRAWER.progress(make_view(make_table(part=part))).startswith("month 1 of 12, ")


# ---- what always holds


def tables_of_all_sorts() -> Iterator[DragonTable]:
    drafts = [["court-lady", "tax-collector"], ["craftsman", "tax-collector"], ["pyrotechnist", "tax-collector"]]
    yield make_table(month=0, part="draft", groups=[], pairs_taken=drafts)
    yield busy_table(5, great_wall=True, wall=[1, 2, 3, 4, 5] * 2, super_event="assassination", held=person("old monk"))
    yield make_table(make_court(*["3 old farmer, young monk"] * 12, cards=[]), make_court())
    persons = long_persons()
    living = ", ".join(f"old {entry['id']}" for entry in persons[:3])
    court = make_court(f"3 {living}", "3 young 農夫, old 42", persons=persons)
    yield make_table(court, make_court(persons=persons), persons=persons)


def everything(view: View) -> Iterator[RenderableType]:
    shown = Shown(view)
    yield from (hand for hand in DRAWER.hands(shown) if hand is not None)
    yield from (draw(shown) for draw in DRAWER.lists.values())
    yield from (tables.players(view, DRAWER.columns(view)), DRAWER.legend(view))


@pytest.mark.parametrize("table", list(tables_of_all_sorts()), ids=["draft", "five", "twelve-palaces", "long-names"])
def test_nothing_is_wider_than_asked(table: DragonTable) -> None:
    kinds = list(kinds_of(table))
    legal = [*(f"take old {kind}" for kind in kinds), "floor 1", "floor new", "wall rice", "privilege large"]
    view = make_view(table, legal=legal, names=["a name without end, amen"] * len(table["courts"]))
    for width in range(40, 141, every(1, 1)):
        for size, (wanted, _) in enumerate(DRAWER.sizes(Shown(view))):
            if wanted <= width:
                assert widest(board(view, size, width=width)) <= width
    for width in (40, 41, 57, 66, 79, 80, 119, 140):
        for thing in everything(view):
            assert widest(printed(thing, width)) <= width


def test_one_column_is_drawn_in() -> None:
    """However little of it can be read."""
    for table in tables_of_all_sorts():
        for seat in (1, None):
            view = make_view(table, seat=seat, legal=["floor 1", "floor new", "wall rice"])
            assert printed(draw(view), 1).strip()
            assert all(widest(f"{printed(thing, 1)}\n ") <= 2 for thing in everything(view))


def test_the_legend_goes_where_it_does_not_fit() -> None:
    """It stands in the help too."""
    view = make_view(busy_table(), legal=ACTIONS)
    sign = DRAWER.legend(view).plain.splitlines()[-1]
    shown = {}
    for height in range(20, 80, 7):
        screen = Screen(80, colours=True, height=height)
        screen.console.print(draw(view))
        plain = Text.from_ansi(screen.text).plain
        shown[height] = " ".join(sign.split()) in " ".join(plain.split())
        assert "Your court" in plain or "Cards" in plain
    assert not shown[20]
    assert shown[76]
    assert [shown[height] for height in range(20, 80, 7)] == sorted(shown.values())


def test_sizes_are_told_as_they_are() -> None:
    for table in tables_of_all_sorts():
        shown = Shown(make_view(table, legal=["floor 1", "floor new"]))
        for size, (width, height) in enumerate(DRAWER.sizes(shown)):
            lines = Console(width=width).render_lines(DRAWER.board(shown, size, width), pad=False)
            assert len(lines) == height
            assert max(sum(part.cell_length for part in line) for line in lines) <= width


@pytest.mark.parametrize("size", range(4))
def test_all_months_palaces_and_seats_are_there(size: int) -> None:
    palaces = [f"{number}: 2 young monk" for number in range(31, 43)]
    table = make_table(*(make_court(*palaces) for _ in range(5)), month=6)
    text = board(make_view(table, legal=["floor 33", "floor 42"]), size)
    for number in range(31, 43):
        assert len(re.findall(rf"(?<!\d){number}(?!\d)", text)) == 5
    assert text.count("(33)") == text.count("(42)") == 1
    assert [text.count(event) for event in ("peace", "tribute", "Mongols", "contagion")] == [2] * 4
    assert len(re.findall(r"▸ ?6 ", text)) == 1
    assert [name for name in ("Purple", "Yellow", "Red", "Blue", "Green") if name not in text] == []


@pytest.mark.parametrize("month", range(1, 13))
def test_the_month_is_marked(month: int) -> None:
    for size in range(4):
        text = board(make_view(make_table(month=month)), size)
        event = "Mongols" if EVENTS[month - 1] == "mongols" else EVENTS[month - 1]
        marked = rf"▸ ?{month} " if size == WIDE else rf"▸ ?{month} {event}"
        assert len(re.findall(marked, text)) == 1


@pytest.mark.parametrize(
    ("move", "mark"),
    [
        ("palace 3", "(3)"),
        ("floor 4", "(4)"),
        ("floor new", "(new)"),
        ("lose 2", "(2)"),
        ("release 3 old healer", "(He+)"),
        ("replace 1 old farmer", "(Fa+)"),
        ("starve 3 old healer", "(He+)"),
        ("taxes", "(taxes 2)"),
        ("harvest", "(harvest 3)"),
        ("privilege small", "(privilege small)"),
        ("privilege large", "(privilege)"),
        ("wall rice", "(rice)"),
        ("wall floor", "(wall)"),
        ("money", "(money)"),
        ("card farmer", "(farmer)"),
        ("card tax-collector", "(tax collector)"),
        ("card wild", "(wild)"),
        ("discard monk", "(monk)"),
        ("draft farmer", "(draft farmer)"),
        ("take old farmer", "(take old farmer)"),
        ("sunrise monk", "(sunrise monk)"),
        ("charter scholar", "(charter scholar)"),
        ("return rice", "(return rice)"),
        ("dismiss", "(dismiss)"),
    ],
)
def test_every_choice_is_marked(move: str, mark: str) -> None:
    boards, hands = boards_and_hands(move)
    for drawn_board in boards:
        for drawn_hand in hands:
            assert mark in drawn_board + drawn_hand
    assert not any(mark in drawing for drawings in boards_and_hands() for drawing in drawings)


@cache
def boards_and_hands(*legal: str) -> tuple[list[str], list[str]]:
    """Every size of the board, and both hands, of a busy table at which some moves are legal."""
    view = make_view(busy_table(great_wall=True), legal=list(legal))
    return [board(view, size) for size in range(4)], [hand(view, number) for number in range(2)]


def test_every_kind_has_a_sign_of_its_own() -> None:
    for persons in (None, long_persons()):
        signs = kinds_of(make_table(persons=persons))
        assert len(set(signs.values())) == len(signs)
        assert all(len(sign) == widest(sign) == 2 for sign in signs.values())
    assert list(kinds_of(make_table()).values()) == ["Cr", "Co", "Py", "Ta", "Wa", "Mo", "He", "Fa", "Sc"]
