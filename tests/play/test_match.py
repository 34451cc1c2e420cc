"""Matches: undo, confirm, pending moves, the log, and chance. Forbidden City reveals with every move; the teahouse,
where a turn has several decisions, forced moves and hidden cards, has all the rest."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from play.records import play
from support.teahouse import DRAW_CARD, LEAVES, REST, TEAHOUSE, TeaPosition, TeaShelf
from tianxia.engine.chance import stream_of
from tianxia.errors import (
    AmbiguousError,
    IllegalError,
    ImpossibleOutcomeError,
    RecordError,
    SettingError,
    UnreadableError,
)
from tianxia.games import find_game
from tianxia.games.base import Document, Option
from tianxia.play import LogEntry, Match, read_record, verify
from tianxia.play.match import PlayedMove
from tianxia.play.record import write_record, write_record_for

CITY = find_game("forbidden-city")
SEED = bytes(range(16))


def city(**more: Any) -> Match:
    return Match.begin(CITY, CITY.setting(2), SEED, **more)


def tea(hands: list[list[str]], guest: str = "green", **more: Any) -> Match:
    """A game of the teahouse with hands of our choice."""
    setting = TEAHOUSE.setting(len(hands))
    position = TEAHOUSE.new(setting)
    setup = {"hands": hands, "guest": guest}
    TEAHOUSE.read_setup(position, setup)
    position.take_seed(SEED)
    match = Match(TEAHOUSE, setting, position, setup=setup, **more)
    match.go_on()
    return match


def moves(match: Match) -> list[str]:
    return [f"{move.seat} {move.move}" for move in match.moves]


def log(match: Match, seat: int | None) -> list[tuple[str, int, str | None]]:
    return [(entry.kind, entry.seat, entry.move) for entry in match.log_for(seat)]


def refusal(match: Match, seat: int, text: str) -> str:
    with pytest.raises(IllegalError) as refused:
        match.move(seat, text)
    return str(refused.value)


# ---- Forbidden City


def test_a_move_is_applied_at_once_where_nobody_confirms() -> None:
    match = city()
    entry = match.move(1, match.legal_moves()[0].upper())
    assert entry == match.log[0]
    assert (entry.sequence, entry.kind, entry.seat, entry.pending) == (1, "move", 1, False)
    assert entry.move == match.moves[0].move
    assert match.to_move == 2
    assert [line.key for line in entry.lines] == ["forbidden-city.log.laid"]


def test_people_may_leave_out_the_turn_where_only_one_is_legal() -> None:
    match = Match.begin(CITY, CITY.setting(2), bytes([1] * 16))
    by_cell = Counter(text.rsplit(" ", 1)[0] for text in match.legal_moves())
    alone = [text for text in match.legal_moves() if by_cell[text.rsplit(" ", 1)[0]] == 1]
    several = [cell for cell, count in by_cell.items() if count > 1]
    for text in alone:
        cell = text.rsplit(" ", 1)[0]
        assert match.preview(1, cell) == match.preview(1, text)
    with pytest.raises(AmbiguousError) as refused:
        match.move(1, several[0])
    assert str(refused.value).startswith(f'"{several[0]}" could be {several[0]} r')
    assert match.log == []


def test_a_confirming_seat_confirms_every_tile() -> None:
    match = city(confirming=[1])
    text = match.legal_moves()[5]
    before = match.position_document()
    entry = match.move(1, text)
    assert entry == LogEntry(1, "move", 1, text, (), pending=True)
    assert match.position_document() == before
    assert match.moves == []
    assert match.view(1)["pending"] == text
    assert match.to_move == 1
    assert refusal(match, 2, text) == "It is the turn of seat 1, not of seat 2."
    assert match.confirm(1).kind == "confirm"
    assert moves(match) == [f"1 {text}"]
    second = match.legal_moves()[0]
    match.move(2, second)  # does not like to confirm
    assert moves(match) == [f"1 {text}", f"2 {second}"]
    assert [entry.sequence for entry in match.log] == [1, 2, 3]


def test_another_move_takes_the_place_of_the_one_that_waits() -> None:
    match = city(confirming=[1])
    first, second = match.legal_moves()[:2]
    match.move(1, first)
    match.move(1, second)
    assert match.view(1)["pending"] == second
    assert log(match, 1) == [("move", 1, first), ("undo", 1, None), ("move", 1, second)]
    assert refusal(match, 1, "0,0 r0") == "There is a tile at 0,0 already."
    assert match.view(1)["pending"] == second
    match.confirm(1)
    assert moves(match) == [f"1 {second}"]


def test_another_move_may_be_chosen_after_taking_back() -> None:
    match = city(confirming=[1, 2])
    first, second = match.legal_moves()[:2]
    match.move(1, first)
    match.undo(1)
    match.move(1, second)
    match.confirm(1)
    assert moves(match) == [f"1 {second}"]
    assert log(match, 1) == [("move", 1, first), ("undo", 1, None), ("move", 1, second), ("confirm", 1, second)]
    assert log(match, 2) == [("move", 1, None), ("undo", 1, None), ("move", 1, None), ("confirm", 1, second)]
    assert log(match, None) == log(match, 2)
    assert first not in str(match.log_for(2))


def test_a_tile_that_was_laid_stays() -> None:
    match = city(confirming=[1])
    match.move(1, match.legal_moves()[0])
    match.confirm(1)
    for seat in (1, 2):
        with pytest.raises(IllegalError) as refused:
            match.undo(seat)
        assert str(refused.value) == "There is nothing to undo: what was revealed or passed on stays."
        with pytest.raises(IllegalError) as refused:
            match.confirm(seat)
        assert str(refused.value) == "There is nothing to confirm."


def test_why_not_asks_before_anything_is_played() -> None:
    match = city()
    assert match.why_not(1, match.legal_moves()[3]) is None
    reason = match.why_not(1, "0,0 r0")
    assert reason is not None
    assert reason.key == "forbidden-city.reason.taken"
    assert reason.rule == "forbidden-city#2"
    turn = match.why_not(2, "0,0 r0")
    assert turn is not None
    assert turn.key == "match.not-your-turn"
    with pytest.raises(UnreadableError):
        match.why_not(1, "nonsense")
    over = play(2, 1000).why_not(1, "nonsense")
    assert over is not None
    assert over.key == "match.over"
    assert match.log == []


def test_previews_are_for_legal_moves_of_the_seat_to_move() -> None:
    match = city()
    assert match.preview(1, match.legal_moves()[0]).pieces
    for seat, text in ((1, "0,0 r0"), (2, match.legal_moves()[0])):
        with pytest.raises(IllegalError):
            match.preview(seat, text)


def test_names_are_shown() -> None:
    assert city(names=["Ada", "Bo"]).view(None)["names"] == ["Ada", "Bo"]
    assert city().view(None)["names"] == []


def test_a_match_without_a_journal_leaves_none_behind() -> None:
    match = city()
    match.move(1, match.legal_moves()[0])
    assert match.position.journal is None


# ---- the teahouse: several decisions a turn


def test_the_decisions_of_a_turn_are_taken_back_one_by_one() -> None:
    match = tea([["black", "white"], ["green", "green"]])
    start = match.position_document()
    match.move(1, "cup small")
    cup = match.position_document()
    match.move(1, "pour white")
    assert match.scores == [3, 0]
    assert [entry["source"] for entry in match.ledger] == ["tea"]
    assert match.view(1)["may_undo"]
    match.undo(1)
    assert match.position_document() == cup
    assert match.ledger == []
    assert match.scores == [0, 0]
    match.undo(1)
    assert match.position_document() == start
    assert match.moves == []
    assert not match.view(1)["may_undo"]
    with pytest.raises(IllegalError):
        match.undo(1)
    assert [entry.kind for entry in match.log] == ["move", "move", "undo", "undo"]


def test_nothing_is_taken_back_across_a_draw() -> None:
    match = tea([["black", "white"], ["green", "green"]])
    for text in ("cup small", "pour white", "draw"):
        match.move(1, text)
    assert match.to_move == 2
    for seat in (1, 2):
        with pytest.raises(IllegalError):
            match.undo(seat)
    assert match.moves[-1].chance is not None


def test_nothing_is_drawn_before_it_is_confirmed() -> None:
    drawn = []
    for confirming in ([], [1]):
        match = tea([["black", "white"], ["green", "green"]], confirming=confirming)
        match.move(1, "cup small")
        match.move(1, "pour white")
        before = match.position_document()
        match.move(1, "draw")
        if confirming:
            assert match.position_document() == before
            match.undo(1)
            match.move(1, "draw")
            match.confirm(1)
        drawn.append(match.moves[-1].chance)
    assert drawn[0] == drawn[1]


def test_forgotten_moves_leave_no_trace_in_the_record() -> None:
    match = tea([["black", "white"], ["green", "green"]])
    for text in ("cup large", "pour black"):
        match.move(1, text)
    match.undo(1)
    match.undo(1)
    for text in ("cup small", "pour white", "rest"):
        match.move(1, text)
    assert moves(match) == ["1 cup small", "1 pour white", "1 rest"]
    assert [move["move"] for move in write_record(match)["moves"]] == ["cup small", "pour white", "rest"]


# ---- forced moves


def after_large_cup(**more: Any) -> Match:
    """Seat 1 took the large cup, so seat 2 has to take the small one."""
    match = tea([["black", "white"], ["green", "green"]], **more)
    for text in ("cup large", "water", "rest"):
        match.move(1, text)
        if match.pending is not None:
            match.confirm(1)
    return match


def test_forced_moves_are_made_by_the_match_itself() -> None:
    match = after_large_cup()
    assert moves(match) == ["1 cup large", "1 water", "1 rest", "2 cup small"]
    assert match.to_move == 2
    assert match.legal_moves() == ["pour green", "water"]
    assert [entry.sequence for entry in match.log] == [1, 2, 3, 4]


def test_forced_moves_are_marked_in_the_log() -> None:
    assert [entry.forced for entry in after_large_cup().log] == [False, False, False, True]


def test_a_match_that_only_replays_makes_no_forced_moves() -> None:
    match = after_large_cup()
    document = write_record(match)
    del document["moves"][3:]
    again = verify(read_record(document), TeaShelf())
    assert again.legal_moves() == ["cup small"]
    again.go_on()
    assert moves(again) == moves(match)
    assert again.legal_moves() == match.legal_moves()


def test_a_match_may_begin_with_a_forced_move() -> None:
    setting = TEAHOUSE.setting(2)
    document: Document = {"round": 1, "phase": 0, "cup": 0, "unwashed": True, "turn": 1, "guest": "black"}
    document |= {"hands": [["white"], ["green"]], "discards": []}
    match = Match(TEAHOUSE, setting, TEAHOUSE.read_position(setting, document, [0, 0]))
    match.go_on()
    assert moves(match) == ["1 cup small"]
    assert not match.view(1)["may_undo"]


def test_the_city_forces_nothing() -> None:
    assert not any(CITY.is_forced(match.position) for match in (city(), play(3, 20), play(4, 87)))


def test_a_seat_that_has_decided_nothing_has_nothing_to_take_back() -> None:
    match = after_large_cup()
    assert not match.view(2)["may_undo"]
    with pytest.raises(IllegalError):
        match.undo(2)


def test_a_decision_is_taken_back_with_the_forced_moves_that_followed() -> None:
    match = after_large_cup()
    before = match.position_document()
    match.move(2, "pour green")
    match.undo(2)
    assert match.position_document() == before
    assert moves(match) == ["1 cup large", "1 water", "1 rest", "2 cup small"]


def test_a_match_never_waits_where_there_is_no_choice() -> None:
    undone = 0
    for number in range(20):
        match = Match.begin(TEAHOUSE, TEAHOUSE.setting(2), number.to_bytes(16, "big"))
        dice = stream_of(SEED, number)
        while not match.over:
            seat = match.to_move or 0
            legal = match.legal_moves()
            assert len(legal) > 1
            text = legal[dice.below(len(legal))]
            match.move(seat, text)
            if match.view(seat)["may_undo"]:
                match.undo(seat)
                assert match.legal_moves() == legal
                match.move(seat, text)
                undone += 1
    assert undone > 20


def emptied(**more: Any) -> Match:
    """Seat 1 is about to pour its last card, and will have to draw."""
    setting = TEAHOUSE.setting(2)
    document: Document = {"round": 1, "phase": 1, "cup": 0, "unwashed": False, "turn": 1}
    document |= {"hands": [["white"], ["green"]], "guest": "black", "discards": []}
    position = TEAHOUSE.read_position(setting, document, [0, 0])
    position.take_seed(SEED)
    match = Match(TEAHOUSE, setting, position, start={**document, "ledger": []}, **more)
    match.go_on()
    return match


def test_a_forced_move_that_ends_the_turn_is_made_at_once_where_nobody_confirms() -> None:
    match = emptied()
    match.move(1, "pour white")
    assert moves(match) == ["1 pour white", "1 draw"]
    assert match.to_move == 2


def test_a_move_that_forces_the_end_of_the_turn_waits_for_who_likes_to_confirm() -> None:
    """Else the draw that follows by itself would show that it could not be taken back."""
    match = emptied(confirming=[1])
    before = match.position_document()
    match.move(1, "pour white")
    assert moves(match) == []
    assert match.view(1)["pending"] == "pour white"
    assert match.position_document() == before
    match.undo(1)
    assert match.legal_moves() == ["pour white", "water"]
    match.move(1, "pour white")
    match.confirm(1)
    assert moves(match) == ["1 pour white", "1 draw"]
    assert log(match, 2)[-3:] == [("move", 1, None), ("confirm", 1, "pour white"), ("move", 1, "draw")]


def test_a_move_that_leaves_a_choice_does_not_wait() -> None:
    match = emptied(confirming=[1])
    match.move(1, "water")
    assert moves(match) == ["1 water"]
    assert match.legal_moves() == ["draw", "rest"]
    match.undo(1)
    assert moves(match) == []


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
    position.decide(DRAW_CARD)
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
    position.decide(DRAW_CARD)
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
        hidden.hide(0, stream_of(SEED, number))
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
