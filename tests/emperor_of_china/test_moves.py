"""Moves as text: every move that there is, what people may type in haste, and what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.emperor import draw, final, play, reason, small_game
from tianxia.errors import AmbiguousError, UnreadableError
from tianxia.play import Match

COLOURS = ["red", "green", "yellow", "orange", "purple"]
SPACES = {"zhao": 5, "yan": 4, "qi": 6, "chin": 4, "wei": 7, "han": 5, "lu": 4, "shu": 5, "chu": 8}
SMALL_COLOURS = ["jade", "amber", "coral"]
SMALL_SPACES = {"heron": 3, "crane": 2, "ibis": 3, "egret": 1}

WEI = """
    wei: Y . . . . . .
    P:   red green green
    """


def _action(match: Match, text: str, exact: bool = False) -> int:
    return int(match.game.parse_move(match.position, text, exact))


def _plain(match: Match, text: str, exact: bool = False) -> str:
    """The move that a text is understood as."""
    return match.game.print_move(match.position, _action(match, text, exact))


def _unreadable(match: Match, text: str, exact: bool = False) -> UnreadableError:
    with pytest.raises(UnreadableError) as refusal:
        _action(match, text, exact)
    return refusal.value


def _small_match() -> Match:
    return draw("heron: P . .\nP: jade\nY: amber\nR: coral\nrow: jade", players=3, game=small_game(), forts="")


# ---- print and parse


def _pieces(spaces: dict[str, int], colours: list[str]) -> list[str]:
    """All pieces at all places, each paid with one card and with two of every colour."""
    ids = [f"{region}-{number}" for region, count in spaces.items() for number in range(1, count + 1)]
    at = [*(f"house {id}" for id in ids), *(f"emissary {id}" for id in spaces), *(f"fortification {id}" for id in ids)]
    return [f"{piece} {cards}" for piece in at for colour in colours for cards in (colour, f"{colour} {colour}")]


def _others(colours: list[str]) -> list[str]:
    return [*(f"{verb} {colour}" for verb in ("exchange", "take") for colour in colours), "done", "pass", "draw"]


@pytest.mark.parametrize(
    ("match", "spaces", "colours", "count"),
    [(draw(WEI), SPACES, COLOURS, 1063), (_small_match(), SMALL_SPACES, SMALL_COLOURS, 141)],
    ids=["standard", "small"],
)
def test_print_and_parse_agree_on_all_moves(
    match: Match, spaces: dict[str, int], colours: list[str], count: int
) -> None:
    """One action for each well-formed move, legal or not, and the same text again; exact, as in a record."""
    texts = [*_pieces(spaces, colours), *_others(colours)]
    actions = [_action(match, text, exact=True) for text in texts]
    assert len(set(actions)) == len(texts) == count
    assert [match.game.print_move(match.position, action) for action in actions] == texts
    assert [_action(match, text) for text in texts] == actions


def test_the_same_text_is_the_same_move_everywhere() -> None:
    """Whatever is asked, and even when the game is over."""
    match = draw(WEI)
    other = draw("chu: P P . . . . . .\nY: red green", "Y", players=5, forts="", phase="drawing", to_draw=1)
    over = final("wei: P . . . . . .")
    for text in [*_pieces(SPACES, COLOURS), *_others(COLOURS)]:
        actions = {_action(found, text, exact=True) for found in (match, other, over)}
        assert len(actions) == 1


def test_legal_moves_are_printed_as_they_are_read() -> None:
    match = draw(WEI)
    moves = match.legal_moves()
    assert "house wei-2 green green" in moves
    assert "exchange red" in moves
    assert [_plain(match, move, exact=True) for move in moves] == moves
    assert [_action(match, move) for move in moves] == [int(action) for action in match.position.legal_actions()]


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("red red red", "house wei-2 red red"),
        ("red red red", "emissary wei red red"),
        ("red red red", "fortification wei-2 red red"),
        ("green green green", "house wei-2 green"),
        ("green green green", "emissary wei green"),
        ("green green green", "fortification wei-2 green"),
    ],
)
def test_a_wrong_payment_is_a_move_but_never_a_legal_one(hand: str, move: str) -> None:
    """Ruling 3: it is understood, so that the reason can be told; no record may have it."""
    match = draw(WEI.replace("red green green", hand), forts="")
    assert not match.position.is_legal(_action(match, move))
    assert reason(match, move).rule == "emperor-of-china#3"
    right = f"{move} green" if hand.startswith("green") else move.removesuffix(" red")
    assert right in match.legal_moves()


# ---- what people may type


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("house wei-2 red", "house wei-2 red"),
        ("HOUSE Wei-2 RED", "house wei-2 red"),
        ("  house   wei-2\tred\n", "house wei-2 red"),
        ("Emissary QI Green green", "emissary qi green green"),
        ("Fortification chu-8 PURPLE", "fortification chu-8 purple"),
        ("Exchange  Red", "exchange red"),
        ("TAKE orange", "take orange"),
        (" Draw", "draw"),
        ("DONE ", "done"),
        ("pAsS", "pass"),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_case_and_spaces_are_forgiven(text: str, plain: str, exact: bool) -> None:
    """In records too."""
    assert _plain(draw(WEI), text, exact) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("h wei-2 red", "house wei-2 red"),
        ("HO chu-3 Green green", "house chu-3 green green"),
        ("em wei red", "emissary wei red"),
        ("f wei-2 red", "fortification wei-2 red"),
        ("fort wei-2 green green", "fortification wei-2 green green"),
        ("ex red", "exchange red"),
        ("t red", "take red"),
        ("dr", "draw"),
        ("do", "done"),
        ("p", "pass"),
        # no payment, where one is legal
        ("house chu-1", "house chu-1 green green"),
        ("h chin-4", "house chin-4 green green"),
        ("emissary han", "emissary han green"),
    ],
)
def test_people_may_type_in_haste_but_a_record_may_not(text: str, plain: str) -> None:
    """The first word may be short, and the payment left out; in a record neither."""
    match = draw(WEI + "han: Y Y . . .")
    assert _plain(match, text) == plain
    assert _unreadable(match, text, exact=True).key == "emperor-of-china.move.unreadable"


def test_a_match_writes_down_what_was_meant() -> None:
    match = draw(WEI)
    play(match, "H CHU-1", "t red", "t green")
    assert [move.move for move in match.moves] == ["house chu-1 green green", "take red", "take green"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("e wei red", '"e" could be emissary and exchange.'),
        ("E RED", '"e" could be emissary and exchange.'),
        ("d", '"d" could be done and draw.'),
        ("house wei-2", '"house wei-2" could be house wei-2 red and house wei-2 green green.'),
        ("H  Wei-2 ", '"h wei-2" could be house wei-2 red and house wei-2 green green.'),
        ("emissary wei", '"emissary wei" could be emissary wei red and emissary wei green green.'),
    ],
)
def test_what_could_be_several_moves_says_which(text: str, said: str) -> None:
    match = draw(WEI)
    with pytest.raises(AmbiguousError) as refusal:
        _action(match, text)
    assert (refusal.value.key, str(refusal.value)) == ("move.ambiguous", said)
    assert _unreadable(match, text, exact=True).key == "emperor-of-china.move.unreadable"


@pytest.mark.parametrize(
    ("text", "plain", "said"),
    [
        ("house wei-1", "house wei-1 red", "There is a house on wei-1 already."),
        ("house zhao-1", "house zhao-1 orange", "You hold no orange card."),
        ("emissary yan", "emissary yan red", "There is no house in Yan yet, so no emissary may come."),
        ("fortification chu-1", "fortification chu-1 purple", "This game is played without fortifications."),
    ],
)
def test_without_a_payment_that_is_legal_the_reason_is_told(text: str, plain: str, said: str) -> None:
    """Then the region's own colour is meant."""
    match = draw("wei: Y . . . . . .\nP: green red yellow")
    assert _plain(match, text) == plain
    assert reason(match, text).text == said


def test_the_second_piece_leaves_only_some_payments() -> None:
    """Ruling 1: who has paid two cards pays the second piece with one."""
    match = draw("wei: Y . . . . . .\nP: green green red")
    play(match, "house wei-2 green green")
    assert _plain(match, "house wei-3") == "house wei-3 red"


# ---- what cannot be read


NO_MOVE = (
    '"{}" is not a move: write for instance "house wei-2 red", "emissary qi green green", "exchange red", "take red", '
    '"draw" or "done".'
)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "wei-2 red", "build wei-2 red", "houses wei-2 red", "housewei-2 red", "house,wei-2,red", "1", "?"),
        *("house", "emissary", "fortification", "exchange", "take"),  # nothing said of where, or which
        *("house wei-2 red red red", "emissary qi red red red", "house wei-2 red red red red"),  # three cards
        *("house wei-2 red green", "emissary qi green red", "house wei-2 red blue"),  # two different colours
        *("done red", "pass red", "draw red", "draw 2", "take red red", "exchange red green"),
        *("ｄｒａｗ", "draw.", "hоuse wei-2 red"),  # wide letters, and a Cyrillic one
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_what_is_no_move_is_quoted(text: str, exact: bool) -> None:
    assert str(_unreadable(draw(WEI), text, exact)) == NO_MOVE.format(text)


@pytest.mark.parametrize("exact", [False, True])
def test_of_a_long_text_the_beginning_is_quoted(exact: bool) -> None:
    text = "take " + "red " * 5000
    assert str(_unreadable(draw(WEI), text, exact)) == NO_MOVE.format(text[:60])
    space, colour = f"house {'wei' * 5000} red", f"take {'red' * 5000}"
    assert len(str(_unreadable(draw(WEI), space, exact))) < 160
    assert len(str(_unreadable(draw(WEI), colour, exact))) < 160


FIVE = "the colours are red, green, yellow, orange and purple."
THEIRS = "the regions are heron, crane, ibis and egret."
NINE = "the regions are zhao, yan, qi, chin, wei, han, lu, shu and chu."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("house wei-8 red", 'There is no house space "wei-8"; Wei has wei-1 to wei-7.'),
        ("house wei-0 red", 'There is no house space "wei-0"; Wei has wei-1 to wei-7.'),
        ("house wei-02 red", 'There is no house space "wei-02"; Wei has wei-1 to wei-7.'),
        ("house wei red", 'There is no house space "wei"; Wei has wei-1 to wei-7.'),
        ("house red red", f'There is no region "red"; {NINE}'),
        ("fortification LO-1 red", f'There is no region "lo-1"; {NINE}'),
        ("emissary wei-1 red", f'There is no region "wei-1"; {NINE}'),
        ("house wei-2 blue", f'There are no "blue" cards; {FIVE}'),
        ("emissary wei wei wei", f'There are no "wei" cards; {FIVE}'),
        ("exchange 1", f'There are no "1" cards; {FIVE}'),
        ("take red,green", f'There are no "red,green" cards; {FIVE}'),
        ("take Rot", f'There are no "rot" cards; {FIVE}'),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_what_is_not_in_the_edition_is_named(text: str, said: str, exact: bool) -> None:
    assert str(_unreadable(draw(WEI), text, exact)) == said


def test_people_may_write_a_region_as_it_is_drawn() -> None:
    assert _plain(draw("P: yellow"), "house Ch'in-1 yellow") == "house chin-1 yellow"
    said = f'There is no region "ch\'in"; {NINE}'
    assert str(_unreadable(draw(WEI), "emissary Ch'in yellow", True)) == said


def test_people_may_shorten_colours_and_what_they_do_where_it_is_clear() -> None:
    match = draw("P: red green yellow")
    assert _plain(match, "h wei-2 r") == "house wei-2 red"
    assert str(_unreadable(match, "house wei-2 r", True)) == f'There are no "r" cards; {FIVE}'
    play(match, "house wei-2 red")
    assert [_plain(match, text) for text in ("d", "t gr")] == ["draw", "take green"]


def test_a_space_that_is_not_there_is_named_before_its_payment_is_missed() -> None:
    assert str(_unreadable(draw(WEI), "house wei-9")) == 'There is no house space "wei-9"; Wei has wei-1 to wei-7.'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("house wei-2 jade", f'There is no region "wei-2"; {THEIRS}'),
        ("emissary wei jade", f'There is no region "wei"; {THEIRS}'),
        ("house heron-2 red", 'There are no "red" cards; the colours are jade, amber and coral.'),
        ("take red", 'There are no "red" cards; the colours are jade, amber and coral.'),
    ],
)
def test_an_edition_of_its_own_has_its_own_ids(text: str, said: str) -> None:
    match = _small_match()
    assert str(_unreadable(match, text)) == said
    assert _plain(match, "h heron-2") == "house heron-2 jade"
    assert _plain(match, "F ibis-3 CORAL coral", exact=False) == "fortification ibis-3 coral coral"


WORDS = [*("house", "emissary", "fortification", "exchange", "take", "draw", "done", "pass", "h", "e", "d", "Ex")]
WORDS += [*COLOURS, *SPACES, "wei-2", "chu-8", "wei-9", "RED", "blue", "1", "-", "\u0130", "\x00", "\ud800", "ſ"]


ANY = draw(WEI)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(text=st.one_of(st.text(max_size=12), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)))
def test_any_text_is_one_move_or_is_refused(text: str) -> None:
    """What is read in a record is read as the same by people, and printed so that it is read again."""
    match = ANY
    for exact in (True, False):
        try:
            action = _action(match, text, exact)
        except (UnreadableError, AmbiguousError):
            continue
        plain = match.game.print_move(match.position, action)
        assert _action(match, plain, exact=True) == action
        if exact:
            assert plain == " ".join(text.lower().split())
            assert _action(match, text) == action
