"""Records: set-ups, the cards beside moves, and what is hidden from a seat or a spectator."""

from __future__ import annotations

import copy
import json
from collections import Counter
from functools import cache
from itertools import chain
from typing import Any

import pytest

from play.records import HEAD, SHELF, check, refused
from support.emperor import standard_game
from tianxia.engine.chance import stream_of
from tianxia.engine.position import SPECTATOR
from tianxia.games.base import Document
from tianxia.play import Match, read_record, replay, write_record, write_record_for
from tianxia.words import catalogue

HANDS = [["red", "red", "green"], ["green", "green", "yellow"], ["orange", "orange", "red"]]
ROW = ["red", "green", "yellow", "purple"]
DECK = Counter({"red": 11, "green": 10, "yellow": 9, "orange": 9, "purple": 8})  # of three players


def _moves(*texts: str) -> list[Document]:
    """Moves with the seat before and the cards from the pile behind: "1 draw: red ?", where ? is a hidden card."""
    moves = []
    for text in texts:
        seat, _, rest = text.partition(" ")
        move, told, cards = rest.partition(":")
        chance = {"chance": [None if card == "?" else card for card in cards.split()]} if told else {}
        moves.append({"seat": int(seat), "move": move, **chance})
    return moves


def _record(*moves: str, hands: Any = HANDS, row: Any = ROW, players: int = 3, **start: Any) -> Document:
    head = {"tianxia": 1, "game": "emperor-of-china", "edition": "standard", "players": players}
    return {**head, **(start or {"setup": {"hands": hands, "row": row}}), "moves": _moves(*moves)}


def _at(number: int, move: str, said: str) -> tuple[int, str]:
    """What is said of a move, and its number."""
    seat, _, text = move.partition(" ")
    return number, f'Move {number} (seat {seat}, "{text.partition(":")[0]}"): {said}'


# ---- set-ups


def test_hands_and_row_are_multisets() -> None:
    """Any order is accepted, with a seed too, and kept in the record; what is shown has the order of colours."""
    document = _record(FIRST, hands=[hand[::-1] for hand in HANDS], row=ROW[::-1])
    match = check(document)
    assert match.position_document() == check(_record(FIRST)).position_document()
    assert match.view(3)["own"]["hand"] == ["red", "orange", "orange"]
    assert write_record(match) == {**document, "options": dict(match.setting.options)}
    document = _finished()
    document["setup"]["row"].reverse()
    assert write_record(check(document)) == document


KEYS = "setup must have hands and row, and nothing else."
HALF = ["purple", "purple", None]
SETUPS: dict[str, list[tuple[Any, Any]]] = {
    # what is said -> hands and row of three players
    "setup must have 3 hands, one for each seat.": [
        *((hands, ROW) for hands in (HANDS[:2], [*HANDS, HANDS[0]], "red", None)),
    ],
    "the hand of seat 2 must have 3 cards.": [
        *(([HANDS[0], hand, HANDS[2]], ROW) for hand in (["red", "red"], ["red"] * 4, "red", None, [None] * 2)),
    ],
    "the row must have 4 cards, all face up.": [(HANDS, row) for row in (ROW[:3], [*ROW, "red"], None, [None] * 4)],
    'the edition "standard" has no "blue" cards.': [([*HANDS[:2], ["blue"] * 3], ROW), (HANDS, ["blue"] * 4)],
    'the edition "standard" has no "3" cards.': [([*HANDS[:2], [3] * 3], ROW)],
    "there are only 8 purple cards in this game.": [
        ([["purple"] * 3] * 3, ROW),
        ([["purple"] * 3] * 2 + [HANDS[2]], ["purple"] * 4),
    ],
    "the hand of seat 2 must be given, or hidden (null), as a whole.": [([HANDS[0], HALF, HANDS[2]], ROW)],
}


@pytest.mark.parametrize(("said", "hands", "row"), [(said, *pair) for said, pairs in SETUPS.items() for pair in pairs])
def test_a_broken_set_up_is_refused(said: str, hands: Any, row: Any) -> None:
    assert refused(_record(hands=hands, row=row)) == (0, f"{HEAD}{said}")


@pytest.mark.parametrize("setup", [{}, {"hands": HANDS}, {"row": ROW}, {"hands": HANDS, "row": ROW, "pile": []}])
def test_a_set_up_has_hands_and_row_and_nothing_else(setup: Document) -> None:
    assert refused(_record(setup=setup)) == (0, f"{HEAD}{KEYS}")


@pytest.mark.parametrize(("players", "purple"), [(3, 8), (4, 9), (5, 10)])
def test_the_cards_of_a_colour_depend_on_the_players(players: int, purple: int) -> None:
    """The facts: with four players a card of each colour is out of the game, with three there are two."""
    hands, row = [["purple"] * 3] * 2 + [HANDS[0]] * (players - 2), [*["purple"] * (purple - 6), *["yellow"] * 4][:4]
    check(_record(hands=hands, row=row, players=players))
    hands[2] = ["purple", *HANDS[0][1:]]
    said = f"there are only {purple} purple cards in this game."
    assert refused(_record(hands=hands, row=row, players=players)) == (0, f"{HEAD}{said}")


# ---- the cards beside moves


ONLY = 'cards come from the pile only after "draw" and "take", so no other move has a "chance".'
FIRST = "1 house wei-1 red"  # then one card is drawn
PAIR = "1 house chin-1 red red"  # then two are

CHANCES: dict[str, list[tuple[str, ...]]] = {
    # what is said of the last move -> moves
    ONLY: [
        *[("1 house wei-1 red: red",), ("1 house wei-1 red:",), ("1 exchange red: red",)],
        (FIRST, "1 draw: red", "2 emissary wei green green", "2 done: red"),
    ],
    "chance has 0 cards, but more leave the pile.": [(FIRST, "1 draw"), (FIRST, "1 draw:"), (FIRST, "1 take red")],
    "chance has 1 card, but more leave the pile.": [(PAIR, "1 take red", "1 take green: red")],
    "chance has 1 card, but fewer leave the pile.": [(PAIR, "1 take red: red")],
    "chance has 2 cards, but fewer leave the pile.": [(FIRST, "1 draw: red red"), (PAIR, "1 draw: red red")],
    'the edition "standard" has no "blue" cards.': [(FIRST, "1 draw: blue"), (FIRST, "1 take red: blue")],
}


@pytest.mark.parametrize(("said", "moves"), [(said, moves) for said, cases in CHANCES.items() for moves in cases])
def test_a_wrong_chance_is_refused_with_the_number_of_its_move(said: str, moves: tuple[str, ...]) -> None:
    assert refused(_record(*moves)) == _at(len(moves), moves[-1], said)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        *((value, "chance must be a list of colours.") for value in ("red", 1, True, {"red": 1})),
        *(([card], f'the edition "standard" has no "{card}" cards.') for card in (3, True, ["red"], 1.5)),
    ],
)
def test_a_chance_of_another_kind_is_refused(chance: object, said: str) -> None:
    document = _record(FIRST, "1 draw")
    document["moves"][1]["chance"] = chance
    assert refused(document) == _at(2, "1 draw", said)


def test_a_colour_that_is_not_in_the_pile_is_refused() -> None:
    """All eight purple cards are in hands."""
    hands, row = [["red", "purple", "purple"], ["purple"] * 3, ["purple"] * 3], ["red", "red", "green", "yellow"]
    for move in ("1 draw: purple", "1 take red: purple"):
        said = "there is no purple card in the pile."
        assert refused(_record(FIRST, move, hands=hands, row=row)) == _at(2, move, said)
    check(_record(FIRST, "1 take red: yellow", hands=hands, row=row))


def test_no_chance_may_be_written_as_nothing() -> None:
    """`null`, on any move; and an empty list where cards could come, but do not."""
    document = _record(PAIR, "1 take red:", "1 draw: red purple")
    document["moves"][0]["chance"] = None
    assert check(document).view(None)["table"]["row"] == ["green", "yellow", "purple", "purple"]


def test_every_refusal_of_a_set_up_or_a_chance_has_its_case() -> None:
    beginning = "emperor-of-china.document."
    said = {KEYS, *SETUPS, *CHANCES, "chance must be a list of colours.", "there is no purple card in the pile."}
    for key, pattern in catalogue("en").items():
        if key.startswith(("document.setup", f"{beginning}setup", f"{beginning}chance")):
            first, last = pattern.partition("{")[0], pattern.rpartition("}")[2]
            assert any(sentence.startswith(first) and sentence.endswith(last) for sentence in said), key


# ---- the first time that the pile runs out


NEARLY_OUT: Document = {"turn": 1, "row": ["green", "yellow"], "pile": ["orange", "purple"]} | {
    "hands": [["red", "green", "purple"], ["purple"] * 3, ["purple"] * 3],
    "discards": [*["red"] * 10, *["green"] * 8, *["yellow"] * 8, *["orange"] * 8],
}
PURPLE = "1 house chu-1 purple"  # of which none is discarded yet


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("1 take green: orange purple purple", None),  # the one that was paid in this turn
        ("1 take green: purple orange red", None),
        ("1 draw: purple orange orange", None),
        ("1 take green: orange orange purple", "there is no orange card in the pile."),  # still among the discards
        ("1 take green: purple purple orange", "there is no purple card in the pile."),
        ("1 take green: red orange purple", "there is no red card in the pile."),
        ("1 draw: orange red purple", "there is no red card in the pile."),
        ("1 take green: orange purple", "chance has 2 cards, but more leave the pile."),
        ("1 take green: orange purple red red", "chance has 4 cards, but fewer leave the pile."),
    ],
)
def test_the_new_pile_comes_when_the_old_one_is_used_up(move: str, said: str | None) -> None:
    """Ruling 7: the earlier cards come from the old pile, the rest from the discards, those of this turn included."""
    document = _record(PURPLE, move, position=NEARLY_OUT)
    if said is None:
        table = check(document).view(None)["table"]
        assert (table["times_run_out"], len(table["row"]), table["pile"], table["discards"]) == (1, 4, 34, [])
    else:
        assert refused(document) == _at(2, move, said)


# ---- random games


@cache
def _game(number: int, players: int) -> Document:
    """The record of a random game in which hands are mostly drawn from the pile."""
    game = standard_game()
    seed = number.to_bytes(16, "big")
    match = Match.begin(game, game.setting(players, {"fortifications": True}), seed, names=list("ABCDE")[:players])
    dice = stream_of(seed, 99)
    while not match.over:
        moves = match.legal_moves()
        drawing = "draw" in moves and dice.below(8) > 0
        match.move(match.to_move or 0, "draw" if drawing else moves[dice.below(len(moves))])
    return write_record(match)


def _finished(number: int = 1, players: int = 3) -> Document:
    return copy.deepcopy(_game(number, players))


def _match(moves: int | None = None, number: int = 1, players: int = 3) -> Match:
    """A random game after so many moves; without a number, one move before its end."""
    record = read_record(_finished(number, players))
    return replay(record, SHELF, len(record.moves) - 1 if moves is None else moves)


def test_a_chance_that_was_changed_does_not_follow_from_the_seed() -> None:
    """Though the card was possible: without the seed it is accepted."""
    changed = 0
    for number, move in enumerate(_finished()["moves"][:60], 1):
        for place, card in enumerate(move.get("chance") or ()):
            document = _finished()
            document["moves"][number - 1]["chance"][place] = "green" if card == "red" else "red"
            del document["moves"][number:], document["scores"], document["winners"]
            said = 'The outcome in "chance" does not follow from the seed.'
            assert refused(document) == _at(number, f"{move['seat']} {move['move']}", said)
            del document["seed"]
            check(document)
            changed += 1
    assert changed > 20


# ---- what is hidden


def _redact(record: Document, seat: int | None) -> Document:
    """What a seat or a spectator may have: no hand of others, and no card that others drew."""
    redacted = copy.deepcopy(record)
    del redacted["seed"]
    for owner, hand in enumerate(redacted["setup"]["hands"], 1):
        hand[:] = hand if owner == seat else [None] * 3
    for move in redacted["moves"]:
        if move["move"] == "draw" and move["seat"] != seat:
            move["chance"][0] = None
    return redacted


@pytest.mark.parametrize("players", [3, 4, 5])
def test_exactly_the_cards_are_hidden_that_a_seat_did_not_see(players: int) -> None:
    """At many moments of a game, for everybody; it replays to what the seat saw, and shows no made-up cards."""
    for moves in range(0, len(_finished(players=players)["moves"]), 9):
        match = _match(moves, players=players)
        for seat in [None, *range(1, players + 1)]:
            record = write_record_for(match, seat)
            assert record == _redact(write_record(match), seat)
            again = check(record)
            assert write_record(again) == write_record_for(again, seat) == record
            assert (again.view(seat), again.view(None)) == (match.view(seat), match.view(None))
            for other in range(1, players + 1):
                assert again.hand_is_known(other) == (other == seat)
                if other != seat:
                    assert again.view(other) == {**match.view(other), "own": {}, "legal": [], "moves": []}


# in game 17 the pile runs out after a hidden card was drawn from it, while the row is filled up
@pytest.mark.parametrize(("number", "players"), [(1, 3), (2, 3), (17, 4), (1, 5), (2, 5)])
def test_hidden_cards_are_made_up_anew_as_often_as_it_takes(number: int, players: int) -> None:
    """A whole game: whoever plays a card of a hidden hand is given one, though another was made up before."""
    match = _match(None, number, players)
    for seat in [None, *range(1, players + 1)]:
        record = read_record(write_record_for(match, seat))
        again = replay(record, SHELF, 0)
        surprises = 0
        for played in record.moves:
            made_up = again.game.write_position(again.position)["hands"][played.seat - 1]
            paid = [word for word in played.move.split()[1:] if word in DECK and not played.move.startswith("take")]
            surprises += bool(Counter(paid) - Counter(made_up))
            again.replay_move(played)
            cards = again.game.write_position(again.position)
            everywhere = Counter(chain(cards["row"], cards["discards"], cards["pile"], *cards["hands"]))
            assert everywhere == {colour: count + players - 3 for colour, count in DECK.items()}
        assert surprises > 10
        assert again.view(seat)["table"] == match.view(seat)["table"]


def test_a_seat_may_draw_afresh_from_what_it_was_told() -> None:
    """What was made up is drawn anew like any hidden cards, also after the shuffle."""
    for moves in range(20, 140, 30):
        match = _match(moves)
        for seat, eyes in ((None, SPECTATOR), (2, 1)):
            again = check(write_record_for(match, seat))
            for other in range(3):  # also for a seat whose hand is made up
                again.position.clone().determinize(other, stream_of(bytes(16), moves))
            again.position.determinize(eyes, stream_of(bytes(16), moves))
            assert again.view(seat) == match.view(seat)


def test_a_hidden_card_stays_hidden_after_it_was_played() -> None:
    """Everybody saw the red and the green ones, but not that these were the cards of the set-up."""
    turns = [FIRST, "1 draw: red", "2 house wei-2 green green", "2 done", "2 draw: red", "2 draw: yellow"]
    record = write_record_for(check(_record(*turns)), 1)
    assert record["setup"] == {"hands": [HANDS[0], [None] * 3, [None] * 3], "row": ROW}
    assert [move.get("chance") for move in record["moves"]] == [None, ["red"], None, None, [None], [None]]


# ---- redacted records that cannot be

NOBODY: list[list[str | None]] = [[None] * 3] * 3
ONE_TOLD = [*NOBODY[:2], ["purple"] * 3]
FOUR = ["1 house chu-1 purple", "1 draw: ?", "2 house chu-2 purple", "2 done", "2 draw: ?"]
FOUR += ["3 house chu-3 purple", "3 done", "3 draw: ?", "1 house chu-4 purple", "1 done", "1 draw: ?"]
FIFTH = "2 house chu-5 purple"  # of eight
NONE = "You hold no purple card."


@pytest.mark.parametrize(
    ("hands", "purple", "moves", "said"),
    [
        # so many purple cards lie face up, and four are played: then there is none left, or one
        (NOBODY, 4, [*FOUR, FIFTH], NONE),
        (NOBODY, 4, [*FOUR, "2 exchange purple"], NONE),
        (NOBODY, 3, [*FOUR, "2 house wei-1 purple purple"], "You do not hold two purple cards."),
        (NOBODY, 3, [*FOUR, FIFTH, "2 done", "2 draw: ?", "3 exchange purple"], NONE),
        # seat 3 holds three of them, plays one, and may draw one more
        (ONE_TOLD, 1, [*FOUR[:7], "3 draw: red", *FOUR[8:], FIFTH, "2 house chu-6 purple"], NONE),
        (ONE_TOLD, 1, [*FOUR[:7], "3 draw: purple", *FOUR[8:], FIFTH], NONE),
        (ONE_TOLD, 2, [*FOUR[:7], "3 draw: purple", FOUR[8]], NONE),
    ],
)
def test_no_more_cards_of_a_colour_can_be_played_than_there_are(
    hands: list[list[str | None]], purple: int, moves: list[str], said: str
) -> None:
    """The move that is one too many is refused, and nothing before it."""
    row = [*["purple"] * purple, *["red"] * 4][:4]
    check(_record(*moves[:-1], hands=hands, row=row))
    assert refused(_record(*moves, hands=hands, row=row)) == _at(len(moves), moves[-1], said)


def _take_purple(*seats: int) -> list[str]:
    return [move for seat in seats for move in (f"{seat} exchange red", f"{seat} take purple: purple")]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        # four lie face up, and four come for those that are taken: a ninth cannot
        (_take_purple(1, 2, 3, 1, 2), "there is no purple card in the pile."),
        # seven were seen: who has played the one it took may play the eighth, but nobody a ninth
        ([*_take_purple(1, 2, 3), *FOUR[:6], "3 house chu-4 purple", *["3 draw: ?"] * 2, "1 house chu-5 purple"], NONE),
    ],
)
def test_no_more_cards_of_a_colour_can_be_seen_than_there_are(moves: list[str], said: str) -> None:
    check(_record(*moves[:-1], hands=NOBODY, row=["purple"] * 4))
    assert refused(_record(*moves, hands=NOBODY, row=["purple"] * 4)) == _at(len(moves), moves[-1], said)


def test_only_what_a_seat_cannot_see_may_be_hidden() -> None:
    """Cards of the row lie face up: a made-up one would be shown as the truth."""
    hands = [HANDS[0], *NOBODY[:2]]
    assert refused(_record(FIRST, "1 take red: ?", hands=hands))[0] == 2
    assert refused(_record(PAIR, "1 take red", "1 draw: green ?", hands=hands))[0] == 3


def test_a_game_from_a_position_hides_nothing() -> None:
    """Its hands are told: a made-up card would be shown as the truth."""
    said = 'A game that starts from a position has no hidden cards: no "chance" may be null.'
    assert refused(_record(PURPLE, "1 draw: ? purple red", position=NEARLY_OUT)) == (0, f"{HEAD}{said}")


def test_more_may_be_hidden_than_the_seat_saw() -> None:
    match = check(_record(FIRST, "1 draw: ?"))
    assert [match.view(seat)["own"] != {} for seat in (1, 2, 3)] == [False, True, True]


# ---- finished records


def test_a_finished_record_hides_nothing_from_anybody() -> None:
    match = check(_finished())
    for seat in (None, 1, 2, 3):
        assert write_record_for(match, seat) == _finished()
        assert match.redacted_setup(seat) == _finished()["setup"]
    assert "null" not in json.dumps(_finished())


@pytest.mark.parametrize("place", ["hand of 1", "hand of 3", "first draw", "last draw"])
def test_a_finished_record_with_something_hidden_is_refused(place: str) -> None:
    document = _finished()
    del document["seed"]
    hands, draws = document["setup"]["hands"], [move for move in document["moves"] if move["move"] == "draw"]
    cards = {"hand of 1": hands[0], "hand of 3": hands[2], "first draw": draws[0], "last draw": draws[-1]}[place]
    if isinstance(cards, list):
        cards[:] = [None] * 3
    else:
        cards["chance"][0] = None
    after, said = len(document["moves"]) + 1, "The game is over, so nothing may be hidden (null)."
    assert refused(document) == (after, f"Move {after} (result): {said}")
