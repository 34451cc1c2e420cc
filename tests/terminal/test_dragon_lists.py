"""In the Year of the Dragon drawn: what a word shows, such as the events to come and the persons that are left."""

from __future__ import annotations

import re
from itertools import product

from support.dragon_views import busy_table, make_court, make_table, make_view
from terminal.dragon_screens import ACTIONS, DRAWER, look
from terminal.emperor_screens import picture
from terminal.screens import printed
from tianxia.games.base import Preview
from tianxia.terminal import tables
from tianxia.terminal.play import HASTY, QUIT, WORDS
from tianxia.words import catalogue


def test_what_events_would_mean() -> None:
    lines = look("events", make_view(busy_table(super_event="sunrise", month=5, part="wall"))).splitlines()
    months = {int(line.split()[0].strip("▸")): line for line in lines if re.match(r" {0,4}▸?\d", line)}
    assert list(months) == list(range(1, 13))
    assert months[5].split()[0] == "▸5"
    assert months[5].endswith("Mongols")  # it is over
    assert months[10].split()[-4:] == ["1", "leaves", "+1", "+2"]
    festival = lines.index(months[6])
    assert lines[festival].split()[-5:] == ["-1", "fire", "-", "-1", "fire"]
    assert lines[festival + 1].split() == ["+6", "+6"]
    assert lines[lines.index(months[7]) + 1].split() == ["§", "sunrise"]


def test_events_tell_the_wall_and_the_super_event() -> None:
    wall = "After the Mongols the Great Wall is scored too: it has 3 tiles, and must be as long as the number of the"
    sunrise = "§ Sunrise, in month 7 after the event: each player takes a young person without a card; no kind twice."
    for wall_played, super_event in product((False, True), (None, "sunrise")):
        table = busy_table(great_wall=wall_played, wall=[1, 2, 2] if wall_played else [], super_event=super_event)
        text = " ".join(look("events", make_view(table)).split())
        assert (wall in text, sunrise in text) == (wall_played, super_event is not None)
        assert "if it came now" in text


def test_events_that_are_over_mean_nothing_any_more() -> None:
    for part, over in (("action", 3), ("person", 3), ("event", 3), ("wall", 4), ("super-event", 4)):
        lines = look("events", make_view(busy_table(month=4, part=part))).splitlines()
        months = {int(line.split()[0].strip("▸")): line for line in lines if re.match(r" {0,4}▸?\d", line)}
        assert [month for month, line in months.items() if line.endswith(("peace", "tribute", "drought"))] == [
            *range(1, over + 1)
        ]


def test_payments_tell_their_months() -> None:
    """Where there is nothing to tell of a place, there are no brackets."""
    entries = [
        {"seat": 1, "amount": 1, "source": "palaces", "where": "", "round": 3},
        {"seat": 2, "amount": 6, "source": "monks", "where": "2", "round": 12},
    ]
    lines = printed(tables.ledger(make_view(ledger=entries, scores=[1, 6, 0]))).splitlines()
    assert lines[:3] == [
        "Month 3: Purple gets 1 point for palaces.",
        "Month 12: Yellow gets 6 points for monks (2).",
        "",
    ]


def test_a_move_that_nobody_scores_from() -> None:
    assert tables.preview_lines(Preview([], [], []), []).plain == "This would happen:\n  Nobody scores."


def test_persons_as_a_list() -> None:
    lines = look("persons", make_view()).splitlines()
    assert lines[0] == "short  person               track  shows   how many  left"
    assert lines[13] == " Fa+   old farmer               1  rice           2     2"
    assert len(lines) == 17


def test_cards_as_a_list() -> None:
    courts = [make_court("2", cards=["farmer", "wild", "wild"]), make_court("2", cards=["farmer"])]
    lines = look("cards", make_view(make_table(*courts))).splitlines()
    assert [lines[number].split() for number in (8, 9, 10, 11)] == [
        ["farmer", "P1", "Y1"],
        ["scholar", "nobody"],
        ["wild", "P2"],
        ["in", "all", "P3", "Y1"],
    ]


def test_the_track_as_a_list() -> None:
    assert look("track", make_view(busy_table())) == picture(
        """
        place  player      space  stands
           1.   Y  Yellow     23
           2.   P  Purple     19  on Red
           3.   R  Red        19
        The marker farthest ahead plays first; on one space, the one on top. At the end
        this order breaks ties.
        """
    )


def test_the_wall_as_a_list() -> None:
    lines = look("walls", make_view(busy_table(great_wall=True, wall=[1, 2, 2]))).splitlines()
    assert lines[0] == "The wall: 3 of 12 P Y Y"
    assert lines[3] == " Y  Yellow      2  rice, fireworks, floor, yuan, track, points"
    assert look("walls", make_view()) == "This game is played without the Great Wall."


def test_courts_in_full() -> None:
    text = look("courts", make_view(busy_table()))
    assert "6 yuan, 1 rice, 1 fireworks tile, privileges 1/0, 4 points this month" in text
    assert "shows hammer 1, dragon 1, buddha 1, mortar 2 and rice 2" in text
    assert text.count("old warrior") == 1


def test_help_tells_every_word_that_shows_something() -> None:
    told = catalogue("en")["terminal.year-of-the-dragon.help"]
    assert set(DRAWER.lists) <= set(told.split())


def test_words_that_show_something_are_no_moves_and_no_other_words() -> None:
    moves = {"palace", "floor", "money", "card", "take", "replace", "dismiss", "release", "starve", "return", "lose"}
    moves |= {"draft", "discard", "sunrise", "charter", "wall", "privilege", *ACTIONS, "harvest", "fireworks"}
    assert not set(DRAWER.lists) & {*moves, *WORDS, *QUIT, *HASTY}
