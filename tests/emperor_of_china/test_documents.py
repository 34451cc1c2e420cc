"""Position documents: written and read again, made by hand, and every way in which one is refused."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.emperor import SEED, draw, small_game, standard_game
from support.luck import scaled
from support.strategies import json_values, spoilt
from tianxia.engine.chance import stream_of
from tianxia.engine.position import SPECTATOR
from tianxia.errors import RecordError
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.games.emperor_of_china.rules.position import EmperorPosition
from tianxia.play import Match
from tianxia.words import catalogue

TRIES = os.environ.get("TIANXIA_FUZZ")  # so many others of each kind, instead of the same few in every run
EXAMPLES = settings(
    max_examples=int(TRIES or scaled(40, 40)),
    derandomize=not TRIES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
LONGEST = 1000  # more moves than any game has
DECK = Counter({"red": 11, "green": 10, "yellow": 9, "orange": 9, "purple": 8})  # of three players
HANDS = [["red", "red", "green"], ["green", "yellow", "purple"], ["orange", "orange", "purple"]]
ROW = ["red", "green", "yellow", "orange"]
REST = list((DECK - Counter([card for hand in HANDS for card in hand] + ROW)).elements())  # left for the pile


MINIMAL: Document = {"turn": 1, "hands": HANDS, "row": ROW}
"""As little as a document may tell."""

WHOLE: Document = {"round": 9, "turn": 2, "phase": "second-piece", "region": "wei", "paid": 1, "to_draw": 0} | {
    "houses": {"wei-2": 1, "wei-3": 2, "qi-1": 3},
    "emissaries": {"wei": [1, 0, 0]},
    "fortifications": ["qi-1"],
    "fortifications_left": [1, 1, 0],
    "hands": [["red", "green", "purple"], ["red", "yellow"], ["green", "orange", "orange"]],
    "known": [["red"], [], ["green", "orange"]],
    "row": ["red", "green", "yellow", "purple"],
    "discards": ["red"],
    "pile": [*["red"] * 7, *["green"] * 7, *["yellow"] * 7, *["orange"] * 7, *["purple"] * 6],
    "times_run_out": 1,
    "secrets": [*["1 draw"] * 2, *["2 draw"] * 3, *["3 draw"] * 2, "3 yellow", "shuffle", "2 red"],
    "hidden_at_shuffle": [["green", "purple"], ["red", "red", "yellow"], ["orange"]],
}
"""Three players with fortifications, after the first shuffle: Yellow may place a second piece in Wei."""


def _read(document: object, *, game: EmperorOfChina | None = None, players: int = 3, **options: Any) -> EmperorPosition:
    game = game or standard_game()
    return game.read_position(game.setting(players, {"fortifications": True} | options), document, [0] * players)


def _write(position: EmperorPosition) -> Document:
    return standard_game().write_position(position)


def _refusal(document: object) -> RecordError:
    with pytest.raises(RecordError) as refusal:
        _read(document)
    return refusal.value


# ---- written and read again


def _games(players: int, fortifications: bool) -> Iterator[Match]:
    """Random games, move by move, in which many cards are drawn from the pile."""
    game = standard_game()
    for number in range(2):
        seed = number.to_bytes(16, "big")
        match = Match.begin(game, game.setting(players, {"fortifications": fortifications}), seed)
        dice = stream_of(seed, 99)
        while not match.over:
            yield match
            moves = match.legal_moves()
            drawing = "draw" in moves and dice.below(3) > 0
            match.move(match.to_move or 0, "draw" if drawing else moves[dice.below(len(moves))])
        yield match


@pytest.mark.parametrize(("players", "fortifications"), [(3, True), (4, False), (5, True)])
def test_what_was_written_gives_the_same_position(players: int, fortifications: bool) -> None:
    """In every phase, before and after each time that the pile runs out; and it goes on, and is hidden, alike."""
    game = standard_game()
    seen = set()
    for match in _games(players, fortifications):
        document = json.loads(json.dumps(game.write_position(match.position)))
        again = game.read_position(match.setting, document, match.scores)
        assert game.write_position(again) == document
        assert list(again.scores()) == match.scores
        assert list(again.legal_actions()) == list(match.position.legal_actions())
        assert game.table(again) == game.table(match.position)
        assert match.over or again.seat + 1 == match.to_move
        seen.add((document["turn"] and document["phase"], document["times_run_out"]))
        if len(match.moves) % 20 == 0:
            assert _follow(again) == _follow(match.position.clone())
    phases = ("turn", "second-piece", "drawing")
    assert seen == {*((phase, times) for phase in phases for times in (0, 1, 2)), (None, 2)}


def _follow(position: EmperorPosition) -> tuple[list[Document], list[int]]:
    """What is drawn for the eyes of a spectator and a seat, and how a game goes on from there."""
    drawn = []
    for seat in [SPECTATOR, 1]:
        other = position.clone()
        other.determinize(seat, stream_of(SEED, 5))
        drawn.append(_write(other))
    position.take_seed(SEED)
    dice = stream_of(SEED, 6)
    while not position.over:
        position.apply(position.random_action(dice))
    return drawn, list(position.scores())


def test_a_whole_document_reads_as_it_says() -> None:
    game, position = standard_game(), _read(WHOLE)
    assert _write(position) == WHOLE
    table = game.table(position)
    assert (table["round"], table["placing"], table["times_run_out"], table["pile"]) == (9, "wei", 1, 34)
    assert [game.print_move(position, int(action)) for action in position.legal_actions()] == [
        *[f"house wei-{number} red" for number in (1, 4, 5, 6, 7)],
        *[f"fortification wei-{number} red" for number in (1, 4, 5, 6, 7)],
        "done",
    ]
    assert table["supply"][2] == {"houses": 19, "emissaries": 8, "fortifications": 0}


# ---- what is missing


def test_every_missing_key_has_its_default() -> None:
    """Only the turn, the hands and the row must be told."""
    defaults: Document = {"round": 1, "phase": "turn", "region": None, "paid": 0, "to_draw": 0}
    defaults |= {"houses": {}, "emissaries": {}, "fortifications": [], "fortifications_left": [1, 1, 1]}
    defaults |= {"known": [[], [], []], "discards": [], "pile": REST, "times_run_out": 0}
    defaults |= {"secrets": ["1 draw"] * 3 + ["2 draw"] * 3 + ["3 draw"] * 3}
    assert _write(_read(MINIMAL)) == MINIMAL | defaults
    del defaults["fortifications_left"]
    assert _write(_read(MINIMAL, fortifications=False)) == MINIMAL | defaults


def test_without_a_pile_it_has_run_out_twice() -> None:
    position = _read({**MINIMAL, "discards": REST})
    assert (position.times_run_out, position.in_pile) == (2, 0)


def test_cards_that_nobody_saw_were_just_drawn() -> None:
    """Known cards are not among the secrets, nor is there a shuffle unless it is told."""
    document = {**MINIMAL, "known": [["red", "green"], [], ["purple"]], "times_run_out": 1}
    written = _write(_read(document))
    assert written["secrets"] == ["1 draw", *["2 draw"] * 3, *["3 draw"] * 2]
    assert "hidden_at_shuffle" not in written


def test_the_order_of_cards_and_pieces_does_not_matter() -> None:
    document = dict(WHOLE)
    for key in ("hands", "known", "hidden_at_shuffle"):
        document[key] = [cards[::-1] for cards in document[key]]
    for key in ("row", "discards", "pile", "fortifications"):
        document[key] = document[key][::-1]
    for key in ("houses", "emissaries"):
        document[key] = dict(reversed(document[key].items()))
    assert _write(_read(dict(reversed(document.items())))) == WHOLE


# ---- made by hand


def test_all_cards_of_a_colour_may_have_been_played_from_hidden_hands() -> None:
    """Seven purple cards were, before the shuffle, and the eighth was held then."""
    _use(standard_game(), _read({**WHOLE, "secrets": [*["1 draw", "1 purple"] * 7, *WHOLE["secrets"]]}))


def test_a_game_that_is_over() -> None:
    """Nobody is to move; the scores are as they are told."""
    game = standard_game()
    rest = [*["red"] * 8, *["green"] * 7, *["yellow"] * 7, *["orange"] * 6, *["purple"] * 6]
    document = {**MINIMAL, "turn": None, "round": 12, "houses": {"wei-1": 1}, "pile": [], "discards": rest}
    position = game.read_position(game.setting(3), document, [7, 9, 9])
    assert (position.over, list(position.legal_actions())) == (True, [])
    assert (list(position.scores()), list(position.winners())) == ([7, 9, 9], [1, 2])
    assert game.write_position(position).items() >= document.items()


def test_hands_and_row_may_be_short() -> None:
    """Unreachable with a pile, but consistent: the row is filled up when the turn ends."""
    match = draw("P: red\nY: red green\nR:\nrow: red", players=3)
    match.move(1, "exchange red")
    match.move(1, "take red")
    assert len(match.view(None)["table"]["row"]) == 4
    assert match.view(1)["own"]["hand"] == ["red"]


def test_an_edition_of_its_own_has_its_own_words() -> None:
    game = small_game()
    document = {"turn": 3, "hands": [["jade"], ["amber"], ["coral"]], "row": [], "houses": {"ibis-3": 2}}
    written = game.write_position(_read(document, game=game))
    assert {key: written[key] for key in document} == document
    assert written["pile"] == ["jade"] * 5 + ["amber"] * 4 + ["coral"] * 4
    assert written["fortifications_left"] == [2, 2, 2]


# ---- refused


GONE: Any = object()
SHUFFLE = 'secrets have one "shuffle" at most, once the pile has run out; then, and only then, give hidden_at_shuffle.'
STORY = "the secrets of seat {} do not lead to the cards it holds."
KNOWN_KEYS = ", ".join([key for key in WHOLE if key != "hidden_at_shuffle"]) + ", hidden_at_shuffle and ledger"
DRAWING = {"phase": "drawing", "to_draw": 1}
NO_PILE = {"row": [], "pile": [], "discards": ["red", *WHOLE["row"], *WHOLE["pile"]], "times_run_out": 2}
SPACES = standard_game().box.spaces
FULL = {"houses": {space: number % 3 + 1 for number, space in enumerate(SPACES)}, "fortifications": []} | {
    "emissaries": {"zhao": [8, 0, 0], "chu": [0, 8, 0], "wei": [0, 0, 8]},
    "fortifications_left": [1, 1, 1],
}
"""A house on every space, 16 of each seat, and all emissaries at court."""

TURN: Document = {"phase": "turn", "region": None, "paid": 0, "to_draw": 0}

REFUSALS: dict[str, list[Document]] = {
    # what is said -> keys with the values that it is said of, in the place of those of the whole document
    f'"pieces" is not known in a position; known are {KNOWN_KEYS}.': [{"pieces": []}],
    # ---- pieces
    "houses must be an object.": [{"houses": []}, {"houses": None}, {"houses": "wei-1"}],
    "houses must hold whole numbers from 1 to 3.": [{"houses": {"wei-1": seat}} for seat in (0, 4, True, "1", None)],
    'the edition "standard" has no house space "wei".': [{"houses": {"wei": 1}}, {"fortifications": ["wei"]}],
    'the edition "standard" has no house space "8".': [{"fortifications": [8]}],
    "seat 2 has more pieces on the board than in the box.": [{"houses": dict.fromkeys(SPACES[:21], 2)}],
    "emissaries must be an object.": [{"emissaries": []}],
    "emissaries must be a list with 3 entries, one for each seat.": [
        {"emissaries": {"wei": [1]}},
        {"emissaries": {"qi": 2}},
    ],
    "emissaries must hold whole numbers from 0 to 8.": [{"emissaries": {"wei": [9, 0, 0]}}],
    'the edition "standard" has no region "wei-1".': [{"emissaries": {"wei-1": [1, 0, 0]}}, {"region": "wei-1"}],
    'the edition "standard" has no region "5".': [{"region": 5}],
    "seat 3 has more pieces on the board than in the box.": [{"emissaries": {"wei": [0, 0, 5], "qi": [0, 0, 4]}}],
    "fortifications must be a list.": [{"fortifications": {"qi-1": 3}}],
    "a space has at most one fortification.": [{"fortifications": ["qi-1", "qi-1"]}],
    "fortifications_left must be a list with 3 entries, one for each seat.": [{"fortifications_left": [1, 1]}],
    "fortifications_left must hold whole numbers from 0 to 1.": [{"fortifications_left": [1, 2, 0]}],
    "there are 1 fortification on the board, but according to fortifications_left 0 were placed.": [
        {"fortifications_left": GONE}
    ],
    "there are 0 fortifications on the board, but according to fortifications_left 1 was placed.": [
        {"fortifications": GONE}
    ],
    # ---- cards
    "hands must be 3 lists, one for each seat.": [
        *({"hands": GONE}, {"hands": {}}, {"hands": [[], []]}, {"hands": ["red", [], []]}, {"hands": [[], [], None]}),
    ],
    "known must be 3 lists, one for each seat.": [{"known": [[]]}, {"known": [[], [], 3]}],
    "row must be a list.": [{"row": GONE}, {"row": None}],
    "discards must be a list.": [{"discards": "red"}],
    "pile must be a list.": [{"pile": 34}],
    'the edition "standard" has no "blue" cards.': [{"row": ["blue"]}, {"pile": ["blue"]}, {"secrets": ["1 blue"]}],
    'the edition "standard" has no "Red" cards.': [{"hands": [["Red"], [], []]}, {"known": [["Red"], [], []]}],
    'the edition "standard" has no "3" cards.': [{"discards": [3]}, {"hidden_at_shuffle": [[3], [], []]}],
    "hands: seat 1 has more than 3 cards.": [{"hands": [["red"] * 4, [], []]}],
    "known: seat 3 has more than 3 cards.": [{"known": [[], [], ["green"] * 4]}],
    "seat 1 does not hold all the cards that are known to be in its hand.": [{"known": [["red", "red"], [], []]}],
    "the row has at most 4 cards.": [{"row": ["red"] * 5}],
    **{
        f"there are {cards} {colour} cards in this game, and all must be somewhere; here are {found}.": [values]
        for cards, colour, found, values in (
            (11, "red", 38, {"pile": ["red"] * 34}),
            (11, "red", 10, {"pile": WHOLE["pile"][1:]}),
            (11, "red", 12, {"discards": ["red", "red"]}),
            (8, "purple", 9, {"pile": GONE, "discards": ["purple"] * 7}),
        )
    },
    "times_run_out must be a whole number from 0 to 2.": [{"times_run_out": 3}, {"times_run_out": -1}],
    "there is no pile exactly when it has run out 2 times.": [{"times_run_out": 2}, {**NO_PILE, "times_run_out": 1}],
    # ---- what happened to hidden cards
    'secrets must be a list of strings like "1 draw", "2 red" and "shuffle".': [
        *({"secrets": value} for value in ("shuffle", None)),
        *({"secrets": [word]} for word in ("4 draw", "0 red", "draw", "1  draw", "shuffled", "", 1, None)),
    ],
    SHUFFLE: [
        {"secrets": ["shuffle", "shuffle"]},
        {"times_run_out": 0},
        {"hidden_at_shuffle": GONE},
        {"secrets": GONE},
    ],
    "hidden_at_shuffle must be 3 lists, one for each seat.": [{"hidden_at_shuffle": [[], []]}],
    "hidden_at_shuffle: seat 2 has more than 3 cards.": [{"hidden_at_shuffle": [[], ["red"] * 4, []]}],
    STORY.format(1): [
        *({"secrets": WHOLE["secrets"][1:]}, {"secrets": [*WHOLE["secrets"], "1 draw"]}),
        {"secrets": [*["1 draw"] * 4, *["1 red"] * 2, *WHOLE["secrets"][2:]]},  # four cards in a hand
    ],
    STORY.format(2): [{"hidden_at_shuffle": [["green", "purple"], cards, ["orange"]]} for cards in ([], ["red"] * 3)],
    STORY.format(3): [{"secrets": [*WHOLE["secrets"], *more]} for more in (["3 orange"], ["3 red", "3 draw"])],
    "there can be at most 189 secrets in this game.": [{"secrets": ["1 draw"] * 190}, {"secrets": ["shuffle"] * 10**5}],
    "the secrets have more purple cards than there can be.": [
        *({"secrets": [*["1 draw", "1 purple"] * plays, *WHOLE["secrets"]]} for plays in (8, 80)),  # one is held
        {"secrets": [*WHOLE["secrets"], "2 draw", "2 purple"]},  # since the shuffle, and not with the discards
    ],
    "the secrets have more green cards than there can be.": [{"secrets": [*WHOLE["secrets"], "1 green", "1 draw"]}],
    # ---- whose turn it is
    'a position must say whose "turn" it is: a seat, or null once the game is over.': [{"turn": GONE}],
    "turn must be a whole number from 1 to 3.": [{"turn": seat} for seat in (0, 4, "2", True, 2.0, [2])],
    "round must be a whole number from 1 to 1000000000.": [{"round": number} for number in (0, 1.0, None, 2**40)],
    "paid must be a whole number from 0 to 3.": [{"paid": 4}],
    "to_draw must be a whole number from 0 to 3.": [{"to_draw": 4}],
    'phase must be turn, second-piece or drawing, and "turn" once the game is over.': [
        *({"phase": "dealing"}, {"phase": "Turn"}, {"phase": None}, {"phase": ["turn"]}, {"phase": {}}, {"turn": None}),
    ],
    "phase, region, paid and to_draw do not go together.": [
        *({"phase": "turn"}, {"phase": "turn", "region": None}, {"turn": None, "phase": "turn", "paid": 0}),
        *({"phase": "turn", "region": None, "paid": 0, "to_draw": 1}, {"region": None}, {"paid": 0}, {"paid": 3}),
        *({"to_draw": 1}, {**DRAWING, "to_draw": 0}, {**DRAWING, "to_draw": 2}),  # the hand lacks one card
        *({"region": "yan"}, {**DRAWING, "region": "yan"}, {**DRAWING, **NO_PILE}),  # Yan is empty
    ],
    "nobody could place a piece: then the game is over, and turn is null.": [FULL],
    "the game is over (turn is null) only when the pile has run out twice, or nobody could place a piece.": [
        {**TURN, "turn": None},
    ],
    "nobody holds a card: somebody must, while there is a pile.": [
        {"phase": "turn", "region": None, "paid": 0}
        | dict.fromkeys(("pile", "secrets", "hidden_at_shuffle", "known"), GONE)
        | {"hands": [[], [], []]}
    ],
}


def _spoil(values: Document) -> Document:
    return {key: value for key, value in {**WHOLE, **values}.items() if value is not GONE}


@pytest.mark.parametrize(("said", "values"), [(said, values) for said, cases in REFUSALS.items() for values in cases])
def test_a_broken_position_is_refused(said: str, values: Document) -> None:
    """An inconsistent document is refused with the reason."""
    assert str(_refusal(_spoil(values))) == said


def test_every_refusal_has_its_case() -> None:
    """Whoever adds a sentence adds a document for it. Those of set-ups and chances are tested with records."""
    beginnings = ("document.", "emperor-of-china.document.")
    found = {_refusal(_spoil(cases[0])).key for cases in REFUSALS.values()} | {"document.shape"}
    others = tuple(f"{beginning}{part}" for beginning in beginnings for part in ("setup", "chance"))
    assert found == {key for key in catalogue("en") if key.startswith(beginnings) and not key.startswith(others)}


@pytest.mark.parametrize("document", [None, [], "turn", 3, True])
def test_a_position_that_is_no_object_is_refused(document: object) -> None:
    assert str(_refusal(document)) == "position must be an object."


# ---- spoilt at random


@cache
def _valid_documents() -> dict[str, tuple[EmperorOfChina, Document]]:
    """Documents to spoil, with the game of each."""
    game = standard_game()
    found = {"whole": (game, WHOLE), "minimal": (game, MINIMAL)}
    for match in _games(3, True):
        document = _write(match.position)
        kind = f"{document['phase'] if document['turn'] else 'over'} {document['times_run_out']}"
        if kind in ("second-piece 0", "drawing 1", "turn 2", "over 2"):
            found[kind] = (game, document)
    small: Document = {"turn": 3, "hands": [["jade", "jade"], ["amber"], ["coral"]], "row": ["coral"]}
    small |= {"phase": "drawing", "to_draw": 1, "known": [[], ["amber"], []], "houses": {"ibis-3": 2}}
    return {**found, "small": (small_game(), small)}


def _use(game: EmperorOfChina, position: EmperorPosition) -> None:
    """What was read can be written, shown, hidden for everybody's eyes, and played on to its end."""
    written = game.write_position(position)
    assert game.write_position(_read(written, game=game)) == written
    game.table(position)
    for seat in [SPECTATOR, 0, 1, 2]:
        other = position.clone()
        other.determinize(seat, stream_of(SEED, seat + 1))
        hidden = game.write_position(other)
        assert game.write_position(_read(hidden, game=game)) == hidden
        if seat != SPECTATOR:
            assert game.own(other, seat) == game.own(position, seat)
    position.take_seed(SEED)
    dice = stream_of(SEED, 9)
    for _ in range(LONGEST):
        if position.over:
            return
        position.apply(position.random_action(dice))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("name", list(_valid_documents()))
def test_the_documents_to_spoil_are_valid(name: str) -> None:
    game, document = _valid_documents()[name]
    _use(game, _read(document, game=game))


@pytest.mark.parametrize("name", list(_valid_documents()))
@EXAMPLES
@given(data=st.data())
def test_a_spoilt_document_is_refused_or_can_be_used(name: str, data: st.DataObject) -> None:
    """Values of wrong types anywhere, missing and moved ones: nothing else ever happens."""
    game, document = _valid_documents()[name]
    keys = st.sampled_from(sorted(document))
    replaced = st.tuples(keys, json_values).map(lambda change: {**document, change[0]: change[1]})
    try:
        position = _read(data.draw(st.one_of(spoilt(document), replaced)), game=game)
    except RecordError:
        return
    _use(game, position)
