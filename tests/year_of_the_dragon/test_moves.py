"""Moves as text: every move that there is, what people may type in haste, and what cannot be read."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.dragon_documents import (
    KINDS,
    court,
    document,
    hand_without,
    match_from,
    new_match,
    play,
    short_game,
    some_games,
)
from tianxia.errors import AmbiguousError, IllegalError, TianxiaError, UnreadableError
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.state import CROWDED
from tianxia.play import Match
from tianxia.words import say

TWO_AGES = ["pyrotechnist", "warrior", "monk", "healer", "farmer", "scholar"]
SORTS = [f"{age} {kind}" for kind in KINDS for age in ("young", "old")]
CHOICES = ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege small", "privilege large"]
CHOICES += [f"wall {tile}" for tile in ("rice", "fireworks", "floor", "yuan", "track", "points")] + ["money"]
COURT = court("2 old healer, young monk", "2 old farmer, young farmer", "5: 1 young court-lady", yuan=9)
OTHERS = [court("2 young warrior", "1", "3", "4: 2"), court("2")]
PHASES: dict[str, Document] = {
    "action": {},
    "card": {"part": "person"},
    "take": {"part": "person", "phase": "take", "card": "farmer"},
    "palace": {"part": "person", "phase": "palace", "held": "old scholar"},
    "replace": {"part": "person", "phase": "replace", "held": "old scholar"},
    "floor": {"phase": "floor", "to_build": 2},
    "release": {"part": "event"},
    "starve": {"part": "event", "month": 4},
}


def _match(phase: str = "release", *, free: bool = False, own: Document = COURT, **more: object) -> Match:
    """Seat 1 is asked for something of that kind; with `free`, palace 5 has room."""
    seated = court("2 old healer, young monk", "1 old farmer", "5: 2 young court-lady") if free else own
    if phase in ("take", "palace", "replace"):
        seated = {**seated, "cards": hand_without("farmer" if phase == "take" else "scholar")}
    return match_from(document(seated, *OTHERS, **{**PHASES[phase], **more}))


def _action(match: Match, text: str, exact: bool = False) -> int:
    return int(match.game.parse_move(match.position, text, exact))


def _plain(match: Match, text: str, exact: bool = False) -> str:
    """The move that a text is understood as."""
    return match.game.print_move(match.position, _action(match, text, exact))


def _unreadable(match: Match, text: str, exact: bool = False) -> UnreadableError:
    with pytest.raises(UnreadableError) as refusal:
        _action(match, text, exact)
    return refusal.value


# ---- print and parse


def _all_moves(numbers: list[int]) -> list[str]:
    """Every move of the page's table, for palaces of such numbers."""
    things = [f"{verb} {kind}" for verb in ("draft", "sunrise", "charter") for kind in KINDS]
    things += [f"{verb} {card}" for verb in ("card", "discard") for card in [*KINDS, "wild"]]
    things += [*CHOICES, *(f"take {sort}" for sort in SORTS), *(f"return {good}" for good in CHOICES_OF_GOODS)]
    palaces = [f"{verb} {number}" for verb in ("palace", "floor", "lose") for number in numbers]
    persons = [f"{verb} {n} {sort}" for verb in ("replace", "release", "starve") for n in numbers for sort in SORTS]
    return [*things, "floor new", "dismiss", *palaces, *persons]


CHOICES_OF_GOODS = ["rice", "fireworks", "yuan"]


@pytest.mark.parametrize("phase", list(PHASES))
def test_print_and_parse_agree_on_all_moves(phase: str) -> None:
    """One action for each well-formed move, legal or not, whatever is asked; exact, as in a record."""
    match = _match(phase, free=phase == "palace")
    texts = _all_moves([1, 2, 5])
    actions = [_action(match, text, exact=True) for text in texts]
    assert len(set(actions)) == len(texts) == 27 + 20 + 15 + 18 + 3 + 2 + 9 + 162
    assert [match.game.print_move(match.position, action) for action in actions] == texts
    assert [_action(match, text) for text in texts] == actions


def test_every_legal_move_of_whole_games_reads_as_it_is_printed() -> None:
    """All options; together the games see every phase, and every move that names no palace."""
    seen, phases = set(), set()
    for match in chain(some_games(2), some_games(10, ("charter", "flood"))):
        if match.over:
            continue
        moves = match.legal_moves()
        actions = [int(action) for action in match.position.legal_actions()]
        assert len(set(moves)) == len(moves)
        for exact in (True, False):
            assert [_action(match, move, exact) for move in moves] == actions
        assert [_action(match, f"  {move.upper().replace(' ', '  ')}\t", True) for move in moves] == actions
        seen |= {move for move in moves if not any(word.isdecimal() for word in move.split())}
        phases |= {(move.split()[0], match.position.phase == CROWDED) for move in moves}
    possible = {
        move for move in _all_moves([]) if not (move.startswith("take old") and move.split()[2] not in TWO_AGES)
    }
    assert seen == possible
    verbs = {move.split()[0] for move in _all_moves([1])}
    assert phases == {*((verb, False) for verb in verbs), ("release", True)}


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("RELEASE 1 Old Healer", "release 1 old healer"),
        ("  release   2\tyoung farmer\n", "release 2 young farmer"),
        ("Privilege SMALL", "privilege small"),
        ("Card Court-Lady", "card court-lady"),
        (" FLOOR new ", "floor new"),
    ],
)
def test_case_and_spaces_are_forgiven(text: str, plain: str, exact: bool) -> None:
    """In records too."""
    assert _plain(_match(), text, exact) == plain


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
]


@pytest.mark.parametrize(("phase", "text", "plain"), IN_HASTE)
def test_people_may_type_in_haste_but_a_record_may_not(phase: str, text: str, plain: str) -> None:
    """Words may be short, and left out where one legal move alone fits; in a record neither."""
    match = _match(phase, free=phase == "palace")
    assert _plain(match, text) == plain
    assert plain in match.legal_moves()
    assert _unreadable(match, text, exact=True).key == "year-of-the-dragon.move.unreadable"


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
    assert _plain(_match(phase), text) == plain


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
    match = _match(phase)
    assert _plain(match, text) == plain
    assert _unreadable(match, text, exact=True).key == "year-of-the-dragon.move.unreadable"


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
    ],
)
def test_what_could_be_several_moves_says_which(phase: str, text: str, said: str | None) -> None:
    match = _match(phase)
    if said is None:
        assert _plain(match, text) == "release 1 young monk"
        return
    with pytest.raises(AmbiguousError) as refusal:
        _action(match, text)
    assert (refusal.value.key, str(refusal.value)) == ("move.ambiguous", said)
    assert _unreadable(match, text, exact=True).key == "year-of-the-dragon.move.unreadable"


def test_a_match_writes_down_what_was_meant() -> None:
    match = play(_match("action"), "PRIV S")
    assert [move.move for move in match.moves] == ["privilege small"]


# ---- palaces that are alike

ALIKE = court("2 young monk, old farmer", "1 young monk", "2 old farmer, young monk", "1 young monk")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("release 3 young monk", "release 1 young monk"),
        ("release 4 young monk", "release 2 young monk"),
        ("release 3 old farmer", "release 1 old farmer"),
        ("release 1 young monk", "release 1 young monk"),
    ],
)
def test_alike_palaces_are_understood_as_the_lowest(text: str, plain: str) -> None:
    """But not in a record; there the reason names both."""
    match = _match("release", own=ALIKE)
    assert _plain(match, text) == plain
    play(match, text)
    assert match.moves[0].move == plain


def test_an_alike_palace_is_refused_where_it_is_taken_by_its_word() -> None:
    match = _match("release", own=ALIKE)
    action = _action(match, "release 3 young monk", exact=True)
    reason = match.game.why_not(match.position, action)
    assert reason is not None
    assert say(reason) == "Palaces 1 and 3 are alike: a record names the first of them."
    assert match.legal_moves() == ["release 1 young monk", "release 1 old farmer", "release 2 young monk"]


def test_alike_is_judged_among_the_palaces_that_may_be_named_now() -> None:
    """In a drought those not named yet: palaces 2 and 4 are alike until one of them was named."""
    match = _match("starve", own=court("2 young monk", "2 young monk", "1 old farmer"), left=3)
    play(match, "starve 2 young monk")
    assert match.moves[0].move == "starve 1 young monk"
    assert match.legal_moves() == ["starve 2 young monk", "starve 3 old farmer"]
    assert _plain(match, "starve 2 young monk") == "starve 2 young monk"
    named = match.why_not(1, "starve 1 young monk")
    assert named is not None
    assert say(named) == "You have named palace 1 already in this drought."


def test_alike_is_judged_by_floors_and_persons_for_floors_and_places_too() -> None:
    match = _match("floor", own=court("2", "2", "3", "3"), to_build=2)
    assert match.legal_moves() == ["floor new", "floor 1"]
    assert _plain(match, "floor 2") == "floor 1"
    play(match, "floor 2", "floor 2")
    assert [move.move for move in match.moves] == ["floor 1", "floor 2"]
    full = _match("floor", own=court("2", "2", "3", "3"))
    with pytest.raises(IllegalError, match="Palace 4 has 3 floors, and none may have more"):
        full.move(1, "floor 4")


# ---- what cannot be read

NO_MOVE = (
    '"{}" is no move here: write for instance "taxes", "privilege small", "card farmer", "take old farmer", '
    '"palace 1", "floor new" or "release 2 old healer".'
)
NOBODY = 'There is nobody called "{}"; there are craftsman, court-lady, pyrotechnist, tax-collector, warrior, '
NINE = NOBODY + "monk, healer, farmer and scholar."
TEN = NOBODY + "monk, healer, farmer, scholar and wild."


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "1", "?", "farmer", "old farmer", "healer 1", "releases 1 old healer", "release,1,old,healer"),
        *("card", "draft", "take", "take old", "palace", "wall", "privilege", "return", "return healer"),
        *("release 1 healer old", "release 1 1 old healer", "release 1 old healer healer", "dismiss 1", "taxes 1"),
        *("privilege medium", "wall taxes", "wall stone", "money 3", "take young young farmer", "take 1 farmer"),
        *("ｔａｘｅｓ", "taxes.", "tаxes"),  # wide letters, and a Cyrillic one
    ],
)
def test_what_is_no_move_is_quoted(text: str, exact: bool) -> None:
    assert str(_unreadable(_match(), text, exact)) == NO_MOVE.format(text)


NO_NUMBERS = ["0", "01", "+1", "1.0", "-1", "²", "١", "１", "1,", "new", "\x00", "1_0", "１５", "12345", "9" * 50]


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("word", NO_NUMBERS)
@pytest.mark.parametrize("form", ["palace {}", "lose {}", "release {} old healer", "starve {} young monk", "floor {}"])
def test_a_palace_is_named_by_its_number_and_nothing_else(form: str, word: str, exact: bool) -> None:
    """`floor new` alone is a move."""
    if (form, word) != ("floor {}", "new"):
        assert str(_unreadable(_match(), form.format(word), exact)) == f'"{word}" is no number of a palace.'


@pytest.mark.parametrize("number", [3, 4, 6, 10, 9999])
@pytest.mark.parametrize("exact", [False, True])
def test_the_palaces_of_others_are_not_ones_own(number: int, exact: bool) -> None:
    """Seat 2 has palaces 3 and 4: well formed, but seat 1 has palaces 1, 2 and 5."""
    for phase, form in (
        ("release", "release {} old healer"),
        ("floor", "floor {}"),
        ("starve", "starve {} young monk"),
    ):
        match, text = _match(phase), form.format(number)
        assert _plain(match, text, exact) == text
        reason = match.game.why_not(match.position, _action(match, text, exact))
        assert reason is not None
        assert say(reason) == f"You have no palace {number}."
        with pytest.raises(IllegalError, match=rf"You have no palace {number}\."):
            match.move(1, text)


def test_who_has_no_palace_names_none() -> None:
    match = _match("replace", own=court())
    assert match.legal_moves() == ["dismiss"]
    with pytest.raises(IllegalError, match=r"You have no palace 1\."):
        match.move(1, "replace 1 young monk")
    with pytest.raises(IllegalError, match=r"You have no palace for an old scholar: dismiss the new one\."):
        match.move(1, "palace 1")


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("draft poet", "poet"),
        ("draft wild", "wild"),
        ("charter 5", "5"),
        ("sunrise young", "young"),
        ("take old poet", "poet"),
        ("release 1 young wild", "wild"),
    ],
)
def test_who_is_not_in_the_edition_is_named(text: str, word: str, exact: bool) -> None:
    assert str(_unreadable(_match(), text, exact)) == NINE.format(word)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("text", "word"), [("card Joker", "joker"), ("discard farmers", "farmers")])
def test_of_cards_there_is_a_wild_one_too(text: str, word: str, exact: bool) -> None:
    assert str(_unreadable(_match(), text, exact)) == TEN.format(word)


def test_an_edition_of_its_own_has_its_own_persons() -> None:
    match = new_match(3, {}, game=short_game())
    assert match.legal_moves()[:2] == ["draft mason", "draft princess"]
    assert str(_unreadable(match, "draft farmer")).startswith('There is nobody called "farmer"; there are mason, ')
    assert _plain(match, "d pr") == "draft princess"


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("text", ["x" * 10**5, f"card {'x' * 10**5}", f"palace {'1' * 10**5}", "card " * 10**4])
def test_of_a_long_text_the_beginning_is_quoted(text: str, exact: bool) -> None:
    said = str(_unreadable(_match("card"), text, exact))
    assert text[:50].split()[-1][:50] in said
    assert len(said) < 300


WORDS = [*KINDS, "old", "young", "1", "2", "5", "3", "new", "wild", "court", "lady", "small", "rice", "floor", "OLD"]
WORDS += [*("release", "rel", "card", "c", "take", "palace", "p", "starve", "dismiss", "taxes", "wall", "return")]
WORDS += ["²", "٢", "01", "+1", "\x00", "\ud800", "\u0130", "ſ", "\u200b", "\x85", "-", "'"]
ANY = [_match(phase, free=phase == "palace") for phase in PHASES]


@settings(max_examples=300, derandomize=True, deadline=None)
@given(
    number=st.integers(0, len(ANY) - 1),
    text=st.one_of(st.text(max_size=12), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)),
)
def test_any_text_is_one_move_or_is_refused(number: int, text: str) -> None:
    """What a record may have, people may write, and it is the same move; what only people write is a legal one."""
    match = ANY[number]
    for exact in (True, False):
        try:
            action = _action(match, text, exact)
        except TianxiaError as refusal:
            assert isinstance(refusal, UnreadableError | AmbiguousError)  # noqa: PT017
            continue
        plain = match.game.print_move(match.position, action)
        assert _action(match, plain, exact=True) == action
        if exact:
            assert plain == " ".join(text.lower().split())
            assert _action(match, text) == action  # none of these courts has palaces that are alike
        elif plain != " ".join(text.lower().split()):
            words = text.lower().replace("court lady", "court-lady").split()
            assert plain in match.legal_moves() or plain.split() == words
            assert all(any(full.startswith(word) for full in plain.split()) for word in words)
