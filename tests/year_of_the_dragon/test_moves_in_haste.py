"""Moves as people may type them: short words, words left out, kinds in two words, and palaces that are alike."""

from __future__ import annotations

import pytest

from support.dragon_documents import court, play, said
from support.dragon_moves import action_of, asked, understood, unreadable
from tianxia.errors import AmbiguousError, IllegalError
from tianxia.games.base import Document
from tianxia.words import say

# ---- what people may type

IN_HASTE = [
    # the phase, what is typed, what is understood
    ("action", "t", "taxes"),
    ("action", "bu", "build"),
    ("action", "priv s", "privilege small"),
    ("action", "PRI large", "privilege large"),
    ("action", "m", "money"),
    ("card", "ca wi", "card wild"),
    ("card", "c tax", "card tax-collector"),
    ("card", "c court", "card court-lady"),
    ("take", "t o", "take old farmer"),
    ("take", "take young", "take young farmer"),
    ("palace", "pal", "palace 5"),
    ("palace", "p 5", "palace 5"),
    ("replace", "d", "dismiss"),
    ("replace", "rep healer", "replace 1 old healer"),
    ("replace", "r 5", "replace 5 young court-lady"),
    ("floor", "fl n", "floor new"),
    ("floor", "f 5", "floor 5"),
    ("release", "release healer", "release 1 old healer"),
    ("release", "rel 1 o h", "release 1 old healer"),  # as the help has it
    ("release", "release old farm", "release 2 old farmer"),
    ("release", "r court", "release 5 young court-lady"),
    ("starve", "s 5", "starve 5 young court-lady"),
    ("starve", "st m", "starve 1 young monk"),
    # without the first word
    ("action", "small", "privilege small"),
    ("action", "l", "privilege large"),
    ("card", "healer", "card healer"),
    ("card", "far", "card farmer"),
    ("card", "court lady", "card court-lady"),
    ("take", "old", "take old farmer"),
    ("take", "y f", "take young farmer"),
    ("palace", "5", "palace 5"),
    ("replace", "healer", "replace 1 old healer"),
    ("replace", "5", "replace 5 young court-lady"),
    ("floor", "new", "floor new"),
    ("floor", "1", "floor 1"),
    ("release", "old farmer", "release 2 old farmer"),
    ("release", "2 old farmer", "release 2 old farmer"),
    ("release", "5", "release 5 young court-lady"),
    ("release", "1 y", "release 1 young monk"),
    ("starve", "monk", "starve 1 young monk"),
    ("starve", "court lady", "starve 5 young court-lady"),
]


@pytest.mark.parametrize(("phase", "text", "plain"), IN_HASTE)
def test_people_may_type_in_haste_but_a_record_may_not(phase: str, text: str, plain: str) -> None:
    """Words may be short, and left out where one legal move alone fits; in a record neither."""
    match = asked(phase, free=phase == "palace")
    assert understood(match, text) == plain
    assert plain in match.legal_moves()
    assert unreadable(match, text, exact=True).key == "year-of-the-dragon.move.unreadable"


@pytest.mark.parametrize(
    ("phase", "text", "plain"),
    [
        ("card", "card far", "card farmer"),
        ("card", "card tax", "card tax-collector"),
        ("card", "card wi", "card wild"),
        ("take", "take old far", "take old farmer"),
        ("replace", "replace 1 old heal", "replace 1 old healer"),
        ("floor", "floor n", "floor new"),
        ("release", "release 1 old h", "release 1 old healer"),
        ("starve", "starve 5 young court", "starve 5 young court-lady"),
    ],
)
def test_the_last_word_may_be_short_after_a_whole_verb_too(phase: str, text: str, plain: str) -> None:
    """As the help has it: shorten words as you like. What works with "ca far" must work with "card far"."""
    assert understood(asked(phase), text) == plain


@pytest.mark.parametrize(
    ("phase", "text", "plain"),
    [
        ("card", "card court lady", "card court-lady"),
        ("card", "Card Tax Collector", "card tax-collector"),
        ("release", "release 5 young court lady", "release 5 young court-lady"),
        ("release", "rel court lady", "release 5 young court-lady"),
        ("action", "draft tax collector", "draft tax-collector"),
    ],
)
def test_people_may_write_a_kind_in_two_words(phase: str, text: str, plain: str) -> None:
    match = asked(phase)
    assert understood(match, text) == plain
    assert unreadable(match, text, exact=True).key == "year-of-the-dragon.move.unreadable"


@pytest.mark.parametrize(
    ("phase", "text", "said"),
    [
        ("action", "p", '"p" could be parade, privilege small and privilege large.'),
        ("action", "Privilege ", '"privilege" could be privilege small and privilege large.'),
        ("card", "c c", '"c c" could be card craftsman and card court-lady.'),
        ("take", "take farmer", '"take farmer" could be take young farmer and take old farmer.'),
        ("release", "release farmer", '"release farmer" could be release 2 young farmer and release 2 old farmer.'),
        ("release", "r y m", None),  # one monk
        ("release", "release 2", '"release 2" could be release 2 young farmer and release 2 old farmer.'),
        ("floor", "floor", '"floor" could be floor new, floor 1, floor 2 and floor 5.'),
        ("release", "farmer", '"farmer" could be release 2 young farmer and release 2 old farmer.'),
        ("release", "1", '"1" could be release 1 young monk and release 1 old healer.'),
        ("card", "w", '"w" could be card warrior and card wild.'),
        ("action", "pr", '"pr" could be privilege small and privilege large.'),
    ],
)
def test_what_could_be_several_moves_says_which(phase: str, text: str, said: str | None) -> None:
    match = asked(phase)
    if said is None:
        assert understood(match, text) == "release 1 young monk"
        return
    with pytest.raises(AmbiguousError) as refusal:
        action_of(match, text)
    assert (refusal.value.key, str(refusal.value)) == ("move.ambiguous", said)
    assert unreadable(match, text, exact=True).key == "year-of-the-dragon.move.unreadable"


def test_a_match_writes_down_what_was_meant() -> None:
    match = play(asked("action"), "PRIV S")
    assert [move.move for move in match.moves] == ["privilege small"]


# ---- shortened moves that are not legal

POOR: Document = {"own": court("3: young monk", yuan=3, cards=["farmer", "wild"])}
NAMED = "You have named palace 1 already in this drought. [9]"
SHORTENED: list[tuple[str, Document, str, str, str]] = [
    # the phase, other values, what is typed, the move that it is read as, and the reason
    ("action", POOR, "priv l", "privilege large", "It costs 7 yuan, and you have 3. [5]"),
    ("action", POOR, "large", "privilege large", "It costs 7 yuan, and you have 3. [5]"),
    ("action", POOR, "wa", "wall rice", "This game is played without the Great Wall. [14]"),
    ("action", POOR, "tr", "wall track", "This game is played without the Great Wall. [14]"),
    ("card", POOR, "c heal", "card healer", "You hold no healer card. [7]"),
    ("card", POOR, "healer", "card healer", "You hold no healer card. [7]"),
    ("card", POOR, "court lady", "card court-lady", "You hold no court lady card. [7]"),
    ("card", POOR, "c c", "card craftsman", "You hold no craftsman card. [7]"),  # the first of two
    ("take", {}, "scholar", "take young scholar", "You have played the farmer card: take such a person. [7]"),
    ("take", {}, "t o s", "take old scholar", "You have played the farmer card: take such a person. [7]"),
    ("take", {}, "o court", "take old court-lady", "There are no old ones of the kind court lady. [7]"),
    ("palace", {"free": True}, "p 1", "palace 1", "Palace 1 is full: it has room for one person a floor. [7]"),
    ("palace", {"free": True}, "2", "palace 2", "Palace 2 is full: it has room for one person a floor. [7]"),
    ("floor", POOR, "f 1", "floor 1", "Palace 1 has 3 floors, and none may have more. [6]"),
    ("floor", POOR, "1", "floor 1", "Palace 1 has 3 floors, and none may have more. [6]"),
    ("starve", {"starved": [1]}, "s 1", "starve 1 young monk", NAMED),
    ("starve", {"starved": [1]}, "healer", "starve 1 old healer", NAMED),
]


@pytest.mark.parametrize(("phase", "values", "text", "plain", "reason"), SHORTENED)
def test_a_shortened_move_that_is_not_legal_gets_the_reason_of_the_first_that_it_could_be(
    phase: str, values: Document, text: str, plain: str, reason: str
) -> None:
    match = asked(phase, **values)
    assert understood(match, text) == plain
    assert plain not in match.legal_moves()
    message = match.why_not(1, text)
    assert message is not None
    assert said([message]) == [reason]
    with pytest.raises(IllegalError):
        match.move(1, text)
    assert unreadable(match, text, exact=True).key == "year-of-the-dragon.move.unreadable"


def test_a_legal_move_is_meant_before_one_that_is_not() -> None:
    """With one yuan there is one legal move with "p"; "privilege" alone can be none."""
    match = asked("action", own=court("1", yuan=1))
    assert understood(match, "p") == "parade"
    assert understood(match, "pr") == "privilege small"
    assert match.why_not(1, "p") is None


# ---- palaces that are alike

ALIKE = court("2: young monk, old farmer", "1: young monk", "2: old farmer, young monk", "1: young monk")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("release 3 young monk", "release 1 young monk"),
        ("release 4 young monk", "release 2 young monk"),
        ("release 3 old farmer", "release 1 old farmer"),
        ("release 1 young monk", "release 1 young monk"),
        # in haste too
        ("rel 3 young monk", "release 1 young monk"),
        ("rel 4 young monk", "release 2 young monk"),
        ("r 3 f", "release 1 old farmer"),
        ("r 4", "release 2 young monk"),
        ("4", "release 2 young monk"),
        ("3 farmer", "release 1 old farmer"),
    ],
)
def test_alike_palaces_are_understood_as_the_lowest(text: str, plain: str) -> None:
    """But not in a record; there the reason names both."""
    match = asked("release", own=ALIKE)
    assert understood(match, text) == plain
    play(match, text)
    assert match.moves[0].move == plain


@pytest.mark.parametrize("text", ["release 3", "r 3", "3"])
def test_who_leaves_an_alike_palace_is_not_guessed(text: str) -> None:
    """Palace 3 is like palace 1, where a monk and a farmer live: with "r 1" it must be told who leaves it."""
    match = asked("release", own=ALIKE)
    for told in (text.replace("3", "1"), text):
        with pytest.raises(AmbiguousError) as refusal:
            action_of(match, told)
        assert str(refusal.value) == f'"{told}" could be release 1 young monk and release 1 old farmer.'


def test_an_alike_palace_is_refused_where_it_is_taken_by_its_word() -> None:
    match = asked("release", own=ALIKE)
    action = action_of(match, "release 3 young monk", exact=True)
    reason = match.game.why_not(match.position, action)
    assert reason is not None
    assert say(reason) == "Palaces 1 and 3 are alike: a record names the first of them."
    assert match.legal_moves() == ["release 1 young monk", "release 1 old farmer", "release 2 young monk"]


def test_alike_is_judged_among_the_palaces_that_may_be_named_now() -> None:
    """In a drought those not named yet: palaces 2 and 4 are alike until one of them was named."""
    match = asked("starve", own=court("2: young monk", "2: young monk", "1: old farmer"), left=3)
    play(match, "starve 2 young monk")
    assert match.moves[0].move == "starve 1 young monk"
    assert match.legal_moves() == ["starve 2 young monk", "starve 3 old farmer"]
    assert understood(match, "starve 2 young monk") == "starve 2 young monk"
    named = match.why_not(1, "starve 1 young monk")
    assert named is not None
    assert say(named) == "You have named palace 1 already in this drought."


def test_alike_is_judged_by_floors_and_persons_for_floors_and_places_too() -> None:
    match = asked("floor", own=court("2", "2", "3", "3: young craftsman"), to_build=2)
    assert match.legal_moves() == ["floor new", "floor 1"]
    assert understood(match, "floor 2") == "floor 1"
    play(match, "floor 2", "floor 2")
    assert [move.move for move in match.moves] == ["floor 1", "floor 2"]
    full = asked("floor", own=court("2", "2", "3", "3"))
    with pytest.raises(IllegalError, match="Palace 4 has 3 floors, and none may have more"):
        full.move(1, "floor 4")
