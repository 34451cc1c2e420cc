"""Matches: undo, confirm, pending moves, and the log. Forbidden City reveals with every move; the teahouse,
where a turn has several decisions, forced moves and hidden cards, has all the rest."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from play.records import play
from play.tables import CITY, SEED, city, log, moves, tea
from support.teahouse import TEAHOUSE, TeaShelf
from tianxia.engine.chance import stream_of
from tianxia.errors import (
    AmbiguousError,
    IllegalError,
    UnreadableError,
)
from tianxia.games.base import Document
from tianxia.play import LogEntry, Match, read_record, verify
from tianxia.play.record import write_record


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
        assert (
            str(refused.value)
            == "There is nothing to undo: a move stands once it has revealed something or passed the turn."
        )
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


def test_others_do_not_see_how_a_program_was_started() -> None:
    commands = {
        "pipe:./my-bot --key secret": "pipe:my-bot",
        "Pipe:10s:python3 '/home/ada/secret place/bot.py' secret": "pipe:bot.py",
        "pipe: env KEY=secret ./bot": "pipe:env",
        "pipe:sh -c 'secret | ./bot.py'": "pipe:sh",
        "pipe:secret 'of a broken command": "pipe:",
        "pipe:": "pipe:",
        "Piper": "Piper",
    }
    for command, shown in commands.items():
        match = city(names=["Ada", command])
        assert match.view(1)["names"] == match.view(None)["names"] == ["Ada", shown]
        assert write_record(match)["seats"] == ["Ada", command]


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
