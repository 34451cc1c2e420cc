"""Chance in matches and in records: outcomes listed, drawn, given, told and hidden; mostly at the teahouse."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from play.tables import CITY, SEED, city, moves, tea
from support.teahouse import DRAW_CARD, LEAVES, REST, TEAHOUSE, TeaPosition, TeaShelf
from tianxia.engine.chance import stream_of
from tianxia.errors import (
    ImpossibleOutcomeError,
    RecordError,
    SettingError,
)
from tianxia.games.base import Document, Option
from tianxia.play import Match, read_record, verify
from tianxia.play.match import PlayedMove
from tianxia.play.record import write_record, write_record_for

# ---- chance


def about_to_draw() -> TeaPosition:
    match = tea([["black", "white"], ["green", "green"]])
    match.move(1, "cup small")
    match.move(1, "pour white")
    position = match.position
    assert isinstance(position, TeaPosition)
    return position


def test_the_chances_of_every_step_are_listed() -> None:
    position = about_to_draw()
    assert (list(position.outcomes()), list(position.weights())) == ([], [])
    position.apply_until_chance(DRAW_CARD)
    # five cards are in the pile: three black, one green, one white; the white one that was poured is discarded
    assert [LEAVES[leaf] for leaf in position.outcomes()] == ["black", "green", "white"]
    assert list(position.weights()) == [3, 1, 1]
    position.settle(2)
    assert list(position.outcomes()) == [0, 1, 2]
    assert list(position.weights()) == [2, 1, 1]
    position.settle(1)
    assert not position.awaits_chance
    assert position.seat == 1


def leaves_of(position: TeaPosition) -> dict[str, Fraction]:
    """Every way in which chance can go on, with how likely it is."""
    if not position.awaits_chance:
        return {str(TEAHOUSE.write_position(position)): Fraction(1)}
    found: dict[str, Fraction] = {}
    outcomes, weights = list(position.outcomes()), list(position.weights())
    for outcome, weight in zip(outcomes, weights, strict=True):
        ahead = position.clone()
        ahead.settle(outcome)
        for end, chance in leaves_of(ahead).items():
            found[end] = found.get(end, Fraction(0)) + chance * Fraction(int(weight), int(sum(weights)))
    return found


def test_chances_add_up_to_one_and_draws_follow_them() -> None:
    position = about_to_draw()
    position.apply_until_chance(DRAW_CARD)
    chances = leaves_of(position)
    assert len(chances) == 9
    assert sum(chances.values()) == 1
    drawn: Counter[str] = Counter()
    for number in range(2000):
        ahead = position.clone()
        ahead.seed = number.to_bytes(16, "big")
        while ahead.awaits_chance:
            ahead.settle(ahead.draw())
        drawn[str(TEAHOUSE.write_position(ahead))] += 1
    assert set(drawn) == set(chances)
    surprise = sum((drawn[end] - 2000 * chance) ** 2 / (2000 * chance) for end, chance in chances.items())
    assert surprise < 26.1  # chi-square with 8 degrees of freedom: one in a thousand, and the seeds are fixed


MISSING = "An outcome is missing: chance has more to decide."


@pytest.mark.parametrize(
    ("action", "outcomes", "reason"),
    [
        (DRAW_CARD, [], MISSING),
        (DRAW_CARD, [0], MISSING),
        (DRAW_CARD, [0, 1, 2], "The outcome 2 is impossible here."),
        (DRAW_CARD, [3, 1], "The outcome 3 is impossible here."),
        (DRAW_CARD, [-1, 1], "The outcome -1 is impossible here."),
        (DRAW_CARD, [0, 3], "The outcome 3 is impossible here."),
        (DRAW_CARD, [0, 10**30], f"The outcome {10**30} is impossible here."),
        (REST, [], MISSING),
        (REST, [0, 0], "The outcome 0 is impossible here."),
        (REST, [7], "The outcome 7 is impossible here."),
    ],
)
def test_impossible_and_missing_outcomes_are_refused_and_nothing_changes(
    action: int, outcomes: list[int], reason: str
) -> None:
    position = about_to_draw()
    before = TEAHOUSE.write_position(position)
    with pytest.raises(ImpossibleOutcomeError) as refused:
        position.apply_with(action, outcomes)
    assert str(refused.value) == reason
    assert TEAHOUSE.write_position(position) == before
    assert not position.awaits_chance


def test_given_outcomes_are_what_happens() -> None:
    position = about_to_draw()
    position.apply_with(DRAW_CARD, [0, 2])
    assert position.hands[0] == [2, 0, 0, 0]
    assert LEAVES[position.guest] == "white"


def test_the_city_takes_no_outcomes() -> None:
    position = city().position
    action = position.legal_actions()[0]
    before = CITY.write_position(position)
    with pytest.raises(ImpossibleOutcomeError):
        position.apply_with(action, [0])
    assert CITY.write_position(position) == before
    position.apply_with(action, [])
    assert CITY.write_position(position) != before


def test_a_move_with_an_impossible_outcome_leaves_the_match_as_it_was() -> None:
    match = tea([["black", "white"], ["green", "green"]])
    match.move(1, "cup small")
    match.move(1, "pour white")
    before, sequence = match.position_document(), match.sequence
    for played in (PlayedMove(1, "draw", ["white"]), PlayedMove(1, "rest", ["green", "green"])):
        with pytest.raises(ImpossibleOutcomeError):
            match.replay_move(played)
    with pytest.raises(RecordError):
        match.replay_move(PlayedMove(1, "rest", ["pu-erh"]))
    assert match.position_document() == before
    assert match.sequence == sequence
    assert match.position.journal is None
    assert match.view(1)["may_undo"]
    match.undo(1)
    assert moves(match) == ["1 cup small"]


def test_a_first_move_with_an_impossible_outcome_is_not_there_to_undo() -> None:
    match = tea([["black", "white"], ["green", "green"]])
    with pytest.raises(ImpossibleOutcomeError):
        match.replay_move(PlayedMove(1, "cup small", ["green"]))
    assert not match.view(1)["may_undo"]


# ---- records with chance


def tea_game(number: int, turns: int = 100) -> Match:
    """A random game in which the third move is a draw."""
    match = Match.begin(TEAHOUSE, TEAHOUSE.setting(2), number.to_bytes(16, "big"))
    dice = stream_of(SEED, number)
    for text in ("cup small", "water", "draw"):
        match.move(1, text)
    while not match.over and len(match.moves) < turns:
        legal = match.legal_moves()
        match.move(match.to_move or 0, legal[dice.below(len(legal))])
    return match


def check(document: Document) -> Match:
    return verify(read_record(document), TeaShelf())


def refused(document: Document) -> tuple[int, str]:
    with pytest.raises(RecordError) as failure:
        check(document)
    return failure.value.move, str(failure.value)


DRAWN = 2  # the index of that draw


def test_outcomes_stand_beside_their_moves() -> None:
    document = write_record(tea_game(3))
    for move in document["moves"][:-1]:
        expected = {"draw": 2, "rest": 1}.get(move["move"], 0)
        assert len(move.get("chance", [])) == expected
    assert "chance" not in document["moves"][0]
    assert check(document).scores == document["scores"]


@pytest.mark.parametrize(
    ("chance", "reason"),
    [
        (None, MISSING),
        (["black"], MISSING),
        (["black", "black", "green"], "The outcome 1 is impossible here."),
        (["black", None], "The outcome 3 is impossible here."),
    ],
    ids=repr,
)
def test_impossible_outcomes_in_a_record_are_refused(chance: Any, reason: str) -> None:
    document = write_record(tea_game(3))
    del document["seed"]
    document["moves"][DRAWN]["chance"] = chance
    assert refused(document) == (3, f'Move 3 (seat 1, "draw"): {reason}')


def test_outcomes_after_a_move_that_leaves_nothing_to_chance_are_refused() -> None:
    document = write_record(tea_game(3))
    del document["seed"]
    document["moves"][1]["chance"] = ["black"]
    assert refused(document) == (2, 'Move 2 (seat 1, "water"): The outcome 0 is impossible here.')


def test_unreadable_outcomes_in_a_record_are_refused() -> None:
    document = write_record(tea_game(3))
    wrong: list[Any] = [[], "black", ["pu-erh", "black"], [1, 2], {}]
    for chance in wrong:
        document["moves"][DRAWN]["chance"] = chance
        number, sentence = refused(document)
        assert number == 3
        assert sentence.endswith("That does not fit the teahouse.")


def test_other_outcomes_make_another_game_where_no_seed_forbids_it() -> None:
    document = write_record(tea_game(3, turns=3))
    del document["seed"], document["seed_hash"]
    for guest in LEAVES:
        document["moves"][DRAWN]["chance"][1] = guest
        assert check(document).view(None)["table"]["guest"] == guest


def test_outcomes_must_follow_from_the_seed() -> None:
    document = write_record(tea_game(3, turns=3))
    check(document)
    card, guest = document["moves"][DRAWN]["chance"]
    others = [LEAVES[LEAVES.index(guest) - 1], LEAVES[LEAVES.index(guest) - 2]]
    for chance in (None, [card], [card, others[0]], [card, others[1]], [card, guest, guest]):
        document["moves"][DRAWN]["chance"] = chance
        sentence = 'Move 3 (seat 1, "draw"): The outcome in "chance" does not follow from the seed.'
        assert refused(document) == (3, sentence)


def test_a_card_that_was_drawn_is_told_to_its_owner_alone() -> None:
    match = tea([["black", "white"], ["green", "green"]], names=["Ada", "Bo"])
    for text in ("cup small", "pour white", "draw"):
        match.move(1, text)
    chance = match.moves[2].chance
    assert isinstance(chance, list)
    [card, guest] = chance
    assert write_record(match)["moves"][2]["chance"] == [card, guest]
    assert write_record_for(match, 1)["moves"][2]["chance"] == [card, guest]
    for seat in (None, 2):
        document = write_record_for(match, seat)
        assert document["moves"][2]["chance"] == [None, guest]
        assert document["setup"]["hands"][0] == [None, None]
        assert check(document).view(seat)["table"] == match.view(seat)["table"]
    assert "draws a card" in str([line.key for line in match.log[2].lines]) or match.log[2].lines[0].key.endswith(
        "drew"
    )


def test_records_with_hidden_cards_are_checked_as_far_as_that_goes() -> None:
    match = tea([["black", "white"], ["green", "green"]])
    for text in ("cup small", "pour white", "draw"):
        match.move(1, text)
    document = write_record_for(match, None)
    for leaf in LEAVES:
        document["moves"][1]["move"] = f"pour {leaf}"  # as far as spectators know
        check(document)
    document["moves"][1]["move"] = "pour"
    assert refused(document)[0] == 2
    document["moves"][1]["move"] = "cup large"
    assert refused(document)[0] == 2


# ---- the rest of the teahouse


def test_fewer_cards_break_a_tie() -> None:
    setting = TEAHOUSE.setting(3)
    document: Document = {"round": 2, "phase": 0, "cup": 0, "unwashed": False, "turn": None}
    document |= {"guest": "black", "discards": []}
    cases: list[tuple[list[list[str]], list[int]]] = [
        ([["black"], [], ["green"]], [2]),
        ([["black"], ["green", "green"], ["green"]], [1, 3]),
        ([["black"], ["black"], ["black"]], [1, 2, 3]),
    ]
    for hands, winners in cases:
        position = TEAHOUSE.read_position(setting, {**document, "hands": hands}, [5, 5, 5])
        assert Match(TEAHOUSE, setting, position).winners == winners
    position = TEAHOUSE.read_position(setting, {**document, "hands": [[], ["black"], []]}, [5, 6, 5])
    assert Match(TEAHOUSE, setting, position).winners == [2]


def test_options_have_the_type_they_have() -> None:
    assert TEAHOUSE.setting(2).options == {"rounds": 2, "sugar": False}
    assert TEAHOUSE.setting(2, {"sugar": True, "rounds": 3}).options == {"rounds": 3, "sugar": True}
    wrong: list[dict[str, object]] = [{"sugar": 1}, {"sugar": 0}, {"sugar": "true"}, {"rounds": 2.0}, {"rounds": True}]
    for options in wrong:
        [(name, value)] = options.items()
        with pytest.raises(SettingError) as failure:
            TEAHOUSE.setting(2, options)
        known = {"sugar": "false or true", "rounds": "2 or 3"}[name]
        assert str(failure.value) == f'The option {name} cannot be "{value}"; it can be {known}.'


def test_options_are_typed_by_people_as_words() -> None:
    rounds, sugar = TEAHOUSE.options(2)
    assert [sugar.parse(text) for text in ("true", " FALSE ", "True")] == [True, False, True]
    assert rounds.parse("3") == 3
    assert type(rounds.parse("3")) is int
    for option, text in ((sugar, "1"), (sugar, "yes"), (rounds, "4"), (rounds, "")):
        with pytest.raises(SettingError):
            option.parse(text)
    assert Option("x", ("a", "b"), "a").parse(" A") == "a"


def test_hiding_keeps_the_own_hand_and_deals_the_rest_by_weight() -> None:
    position = about_to_draw()
    seen: Counter[str] = Counter()
    for number in range(1400):
        hidden = position.clone()
        hidden.determinize(0, stream_of(SEED, number))
        assert hidden.hands[0] == position.hands[0]
        assert sum(hidden.pool) == sum(position.pool)
        seen[str(TEAHOUSE.own(hidden, 1)["hand"])] += 1
    # seven cards may be with seat 2: three black, three green, one white
    pairs = {
        "['black', 'black']": 3,
        "['black', 'green']": 9,
        "['black', 'white']": 3,
        "['green', 'green']": 3,
        "['green', 'white']": 3,
    }
    expected = {hand: 1400 * Fraction(ways, 21) for hand, ways in pairs.items()}
    assert set(seen) == set(expected)
    assert sum((seen[hand] - count) ** 2 / count for hand, count in expected.items()) < 18.5  # one in a thousand
