"""Moves as text: every move that there is, and what cannot be read."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.dragon_documents import KINDS, court, new_match, random_game, said, short_game, some_games
from support.dragon_editions import standard_document
from support.dragon_moves import PHASES, action_of, asked, understood, unreadable
from tianxia.errors import AmbiguousError, IllegalError, UnreadableError
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.games.year_of_the_dragon.rules.state import CROWDED

TWO_AGES = ["pyrotechnist", "warrior", "monk", "healer", "farmer", "scholar"]
SORTS = [f"{age} {kind}" for kind in KINDS for age in ("young", "old")]
CHOICES = ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege small", "privilege large"]
CHOICES += [f"wall {tile}" for tile in ("rice", "fireworks", "floor", "yuan", "track", "points")] + ["money"]


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
    match = asked(phase, free=phase == "palace")
    texts = _all_moves([1, 2, 5])
    actions = [action_of(match, text, exact=True) for text in texts]
    assert len(set(actions)) == len(texts) == 27 + 20 + 15 + 18 + 3 + 2 + 9 + 162
    assert [match.game.print_move(match.position, action) for action in actions] == texts
    assert [action_of(match, text) for text in texts] == actions


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
            assert [action_of(match, move, exact) for move in moves] == actions
        assert [action_of(match, f"  {move.upper().replace(' ', '  ')}\t", True) for move in moves] == actions
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
    assert understood(asked(), text, exact) == plain


# ---- what cannot be read

NO_MOVE = (
    '"{}" is not a move. Here you could write: "release 1 young monk", "release 1 old healer", "release 2 young '
    'farmer" or "release 5 young court-lady".'
)
NOBODY = 'There is nobody called "{}"; the persons are craftsman, court-lady, pyrotechnist, tax-collector, warrior, '
NINE = NOBODY + "monk, healer, farmer and scholar."
TEN = NOBODY + "monk, healer, farmer, scholar and wild."


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "3", "?", "scholar", "old monk", "healer 1", "releases 1 old healer", "release,1,old,healer"),
        *("card", "draft", "take", "take old", "palace", "wall", "privilege", "return", "return healer"),
        *("release 1 healer old", "release 1 1 old healer", "release 1 old healer healer", "dismiss 1", "taxes 1"),
        *("privilege medium", "wall taxes", "wall stone", "money 3", "take young young farmer", "take 1 farmer"),
        *("ｔａｘｅｓ", "taxes.", "tаxes"),  # wide letters, and a Cyrillic one
    ],
)
def test_what_is_no_move_is_quoted(text: str, exact: bool) -> None:
    """With moves of the position; of more than four, the first three and the last."""
    assert str(unreadable(asked(), text, exact)) == NO_MOVE.format(text)


@pytest.mark.parametrize("text", ["1", "farmer", "old farmer", "2 old farmer", "rel 1 old healer"])
def test_what_people_may_write_is_no_move_in_a_record(text: str) -> None:
    assert str(unreadable(asked(), text, exact=True)) == NO_MOVE.format(text)


@pytest.mark.parametrize(
    ("own", "examples"),
    [
        (["1: young monk"], '"release 1 young monk"'),
        (["1: young monk", "1: old monk"], '"release 1 young monk" or "release 2 old monk"'),
        (
            ["3: young monk, old monk, old healer", "1: young farmer"],
            '"release 1 young monk", "release 1 old monk", "release 1 old healer" or "release 2 young farmer"',
        ),
    ],
)
def test_of_up_to_four_legal_moves_all_are_quoted(own: list[str], examples: str) -> None:
    told = str(unreadable(asked(own=court(*own)), "what?"))
    assert told == f'"what?" is not a move. Here you could write: {examples}.'


@pytest.mark.parametrize(
    ("phase", "first", "last"),
    [("action", "taxes", "money"), ("card", "card craftsman", "card wild"), ("floor", "floor new", "floor 5")],
)
def test_the_moves_that_are_quoted_are_those_of_the_question(phase: str, first: str, last: str) -> None:
    told = str(unreadable(asked(phase), "what?"))
    assert told.startswith(f'"what?" is not a move. Here you could write: "{first}", ')
    assert told.endswith(f' or "{last}".')


NO_NUMBERS = ["0", "01", "+1", "1.0", "-1", "²", "١", "１", "1,", "new", "\x00", "1_0", "１５", "12345", "9" * 50]


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("word", NO_NUMBERS)
@pytest.mark.parametrize("form", ["palace {}", "lose {}", "release {} old healer", "starve {} young monk", "floor {}"])
def test_a_palace_is_named_by_its_number_and_nothing_else(form: str, word: str, exact: bool) -> None:
    """`floor new` alone is a move."""
    if (form, word) != ("floor {}", "new"):
        assert str(unreadable(asked(), form.format(word), exact)) == f'"{word}" is not the number of a palace.'


RULE_OF = {"release": 8, "floor": 6, "starve": 9, "palace": 7, "replace": 7}


@pytest.mark.parametrize("number", [3, 4, 6, 10, 9999])
@pytest.mark.parametrize("exact", [False, True])
def test_the_palaces_of_others_are_not_ones_own(number: int, exact: bool) -> None:
    """Seat 2 has palaces 3 and 4: well formed, but seat 1 has palaces 1, 2 and 5."""
    for phase, form in (
        ("release", "release {} old healer"),
        ("floor", "floor {}"),
        ("starve", "starve {} young monk"),
        ("palace", "palace {}"),
        ("replace", "replace {} young monk"),
    ):
        match, text = asked(phase, free=phase == "palace"), form.format(number)
        assert understood(match, text, exact) == text
        reason = match.game.why_not(match.position, action_of(match, text, exact))
        assert reason is not None
        assert said([reason]) == [f"You have no palace {number}. [{RULE_OF[phase]}]"]
        with pytest.raises(IllegalError, match=rf"You have no palace {number}\."):
            match.move(1, text)


def test_who_has_no_palace_names_none() -> None:
    match = asked("replace", own=court())
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
    assert str(unreadable(asked(), text, exact)) == NINE.format(word)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("text", "word"), [("card Joker", "joker"), ("discard farmers", "farmers")])
def test_of_cards_there_is_a_wild_one_too(text: str, word: str, exact: bool) -> None:
    assert str(unreadable(asked(), text, exact)) == TEN.format(word)


def test_an_edition_of_its_own_has_its_own_persons() -> None:
    match = new_match(3, {}, game=short_game())
    assert match.legal_moves()[:2] == ["draft mason", "draft princess"]
    assert str(unreadable(match, "draft farmer")).startswith('There is nobody called "farmer"; the persons are mason, ')
    assert understood(match, "d pr") == "draft princess"


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("text", ["x" * 10**5, f"card {'x' * 10**5}", f"palace {'1' * 10**5}", "card " * 10**4])
def test_of_a_long_text_the_beginning_is_quoted(text: str, exact: bool) -> None:
    said = str(unreadable(asked("card"), text, exact))
    assert text[:50].split()[-1][:50] in said
    assert len(said) < 300


WORDS = [*KINDS, "old", "young", "1", "2", "5", "3", "new", "wild", "court", "lady", "small", "rice", "floor", "OLD"]
WORDS += [*("release", "rel", "card", "c", "take", "palace", "p", "starve", "dismiss", "taxes", "wall", "return")]
WORDS += ["²", "٢", "01", "+1", "\x00", "\ud800", "\u0130", "ſ", "\u200b", "\x85", "-", "'"]
ANY = [asked(phase, free=phase == "palace") for phase in PHASES]


def _shortened(text: str, moves: list[str]) -> list[str]:
    """The moves that a text abbreviates, with their first word if there are such, else without it."""
    for kind in KINDS:
        text = re.sub(rf"(?<!\S){kind.replace('-', ' ')}(?!\S)", kind, text)
    words = [re.escape(word) + ("" if word.isdecimal() else r"\S*") for word in text.split()]
    others = "".join(rf"(?: \S+)* {word}" for word in words[1:]) + r"(?: \S+)*"
    found = [move for move in moves if words and re.fullmatch(words[0] + others, move)]
    return found or [move for move in moves if words and re.fullmatch(rf"\S+(?: \S+)* {words[0]}{others}", move)]


@settings(max_examples=600, derandomize=True, deadline=None)
@given(
    number=st.integers(0, len(ANY) - 1),
    text=st.one_of(st.text(max_size=12), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)),
)
def test_any_text_is_one_move_or_is_refused(number: int, text: str) -> None:
    """What a record may have, people may write, and it is the same move.

    What only people write is the one legal move that it abbreviates. Where it abbreviates none, it may be read as one
    that is not legal, to tell why.
    """
    match = ANY[number]
    plain = " ".join(text.lower().split())
    legal = match.legal_moves()
    try:
        exact = understood(match, text, exact=True)
    except UnreadableError:
        exact = None
    assert exact in (None, plain)
    fitting = _shortened(plain, legal)
    try:
        free = understood(match, text)
    except AmbiguousError:
        assert exact is None
        assert len(fitting) > 1
    except UnreadableError:
        assert exact is None
        assert fitting == []
    else:
        assert action_of(match, free, exact=True) == action_of(match, text)
        if exact is not None:
            assert free == exact  # none of these courts has palaces that are alike
        elif free in legal:
            assert fitting == [free]
        else:
            assert fitting == []
            assert _shortened(plain, [free]) == [free]
            assert match.why_not(match.to_move or 0, text) is not None


# ---- editions with kinds that look like words of moves

LOOKALIKES = [
    *(("healer", "old-farmer"), ("monk", "palace-1"), ("warrior", "card-wild"), ("scholar", "floor-new")),
    *(("craftsman", "privilege-small"), ("tax-collector", "take-young-farmer"), ("court-lady", "young-farmer")),
]
WRITTEN_OUT = ["take old farmer", "palace 1", "card wild", "floor new", "privilege small", "take young farmer"]


@cache
def _lookalikes() -> YearOfTheDragon:
    told = standard_document()
    for entry in told["person"]:
        entry["id"] = dict(LOOKALIKES).get(entry["id"], entry["id"])
    return YearOfTheDragon(told, "lookalikes.toml")


def test_kinds_that_look_like_words_of_moves_never_change_a_move_that_is_written_out() -> None:
    """People who write "take old farmer" mean the farmer, also where there is an old-farmer."""
    seen = set()
    for number, name in enumerate(["sunrise", "charter", "tornado", "earthquake"]):
        for match in random_game(3, {"great_wall": True, "super_event": name}, number, _lookalikes()):
            if match.over:
                continue
            moves = match.legal_moves()
            actions = [int(action) for action in match.position.legal_actions()]
            for exact in (True, False):
                assert [action_of(match, move, exact) for move in moves] == actions
            seen |= set(moves)
    assert seen >= set(WRITTEN_OUT)


@pytest.mark.parametrize("text", WRITTEN_OUT)
def test_such_a_move_is_read_as_written_also_where_it_is_not_asked(text: str) -> None:
    match = new_match(3, {}, game=_lookalikes())
    assert match.legal_moves()[0] == "draft privilege-small"
    assert understood(match, text) == understood(match, text, exact=True) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [("draft old farmer", "draft old-farmer"), ("d palace 1", "draft palace-1"), ("old farmer", "draft old-farmer")],
)
def test_such_kinds_may_still_be_written_in_two_words(text: str, plain: str) -> None:
    assert understood(new_match(3, {}, game=_lookalikes()), text) == plain
