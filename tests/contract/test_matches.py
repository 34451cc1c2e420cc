"""The contract of matches: undo, pending moves, the log and those who watch it."""

from __future__ import annotations

import pytest

from contract.cases import Case, glimpses, play_games, play_through, random_move
from support.teahouse import TEAHOUSE
from tianxia.errors import IllegalError, TianxiaError
from tianxia.games.base import Document
from tianxia.play import LogEntry, Match


def state(match: Match) -> Document:
    """All that an undo has to bring back."""
    return {
        "position": match.position_document(),
        "moves": list(match.moves),
        "to_move": match.to_move,
        "scores": match.scores,
        "legal": match.legal_moves(),
    }


def refuse_undo(match: Match) -> None:
    before, sequence = state(match), match.sequence
    for seat in range(1, match.setting.players + 1):
        with pytest.raises(IllegalError) as refusal:
            match.undo(seat)
        assert refusal.value.key == "match.nothing-to-undo"
    assert state(match) == before
    assert match.sequence == sequence


# ---- undo


def test_undo_restores_everything_and_stops_at_the_barrier(case: Case) -> None:
    undone = barriers = finals = moves = 0
    for number in range(1 if case.game is not TEAHOUSE else 6):
        match = case.begin(number)
        dice = case.dice(number, 20)
        refuse_undo(match)
        while not match.over:
            before, seat = state(match), match.to_move
            assert seat is not None
            text = random_move(match, dice)
            ends = case.game.is_final(match.position, case.game.parse_move(match.position, text))
            moves, finals = moves + 1, finals + ends
            entry = match.move(seat, text)
            assert entry.move == text
            if not ends and match.view(seat)["may_undo"]:
                after = state(match)
                assert match.undo(seat).kind == "undo"
                assert state(match) == before
                match.move(seat, text)
                assert state(match) == after
                undone += 1
            else:
                refuse_undo(match)
                barriers += 1
        refuse_undo(match)
    assert barriers > 5
    assert undone > 5 or finals == moves  # as in Forbidden City, where every move reveals something


def test_undo_leads_back_to_the_beginning_of_the_turn_and_no_further(case: Case) -> None:
    match = case.begin(3)
    dice = case.dice(3, 21)
    start = state(match)
    for _ in range(200):
        if match.over:
            break
        seat = match.to_move
        assert seat is not None
        before = len(match.moves)
        match.move(seat, random_move(match, dice))
        is_final = any(move.chance is not None or move.seat != seat for move in match.moves[before:])
        if match.to_move != seat or is_final:
            start = state(match)
            continue
        moves = len(match.moves)
        while match.view(seat)["may_undo"]:
            match.undo(seat)
        assert state(match) == start
        refuse_undo(match)
        assert len(match.moves) < moves
        match.move(seat, random_move(match, dice))
        while match.to_move == seat:
            match.move(seat, match.legal_moves()[-1])
        start = state(match)
    assert match.over


def test_only_the_seat_to_move_may_undo(case: Case) -> None:
    for match in glimpses(case):
        for seat in range(1, case.players + 1):
            if seat != match.to_move:
                with pytest.raises(IllegalError, match="nothing to undo"):
                    match.undo(seat)


def test_nobody_may_take_back_what_the_match_did_by_itself(case: Case) -> None:
    """A seat that has not decided anything in its turn yet has nothing to undo."""
    forced = 0
    for match in play_games(case):
        seat = match.to_move
        if seat is not None:
            turn = [entry for entry in match.log if entry.seat == seat and not entry.forced]
            decided = turn != [] and all(entry.seat == seat for entry in match.log[turn[-1].sequence :])
            assert decided or not match.view(seat)["may_undo"]
        forced += sum(entry.forced for entry in match.log)
    assert (forced > 0) == (case.game.id != "forbidden-city")  # where a hand alone decides


# ---- the turn of others


def test_moves_out_of_turn_are_refused(case: Case) -> None:
    for match in play_games(case, 20):
        for seat in range(case.players + 2):
            if seat != match.to_move:
                with pytest.raises(IllegalError) as refusal:
                    match.move(seat, "anything")
                assert refusal.value.key == ("match.over" if match.over else "match.not-your-turn")


# ---- pending


def test_pending_moves_are_not_applied_and_nobody_else_sees_them(case: Case) -> None:
    waited = 0
    everybody = range(1, case.players + 1)
    for count, match in enumerate(play_through(case, 0, confirming=everybody)):
        if match.pending is None or (count > 20 and count % 10):
            continue
        waited += 1
        seat = match.to_move
        assert seat is not None
        entry = match.log[-1]
        assert entry.pending
        assert entry.lines == ()
        view = match.view(seat)
        assert view["pending"] == entry.move is not None
        assert view["legal"] == match.legal_moves()
        assert view["may_undo"] is True
        for other in [None, *everybody]:
            if other != seat:
                assert match.view(other)["pending"] is None
                assert match.view(other)["may_undo"] is False
                assert match.log_for(other)[-1] == LogEntry(match.sequence, "move", seat, None, (), True)
        assert match.log_for(seat)[-1] == entry
    assert waited >= 3


def test_a_pending_move_can_be_undone_or_confirmed_and_nothing_else_can_be_done(case: Case) -> None:
    match = case.begin(0, confirming=range(1, case.players + 1))
    plain = case.begin(0)
    dice = case.dice(0, 22)
    confirmed = 0
    while not match.over:
        before, seat = state(match), match.to_move
        assert before == state(plain)
        assert seat is not None
        text = random_move(match, dice)
        entry = match.move(seat, text)
        if match.pending is not None:
            assert entry.pending
            refuse_others(match, seat)
            assert state(match) == before
            match.undo(seat)
            assert state(match) == before
            match.move(seat, text)
            entry = match.confirm(seat)
            assert entry.kind == "confirm"
            assert entry.move == text
            confirmed += 1
        with pytest.raises(IllegalError, match="nothing to confirm"):
            match.confirm(match.to_move or 1)
        plain.move(seat, text)
    assert state(match) == state(plain)
    assert confirmed >= 3


def refuse_others(match: Match, seat: int) -> None:
    for other in range(1, match.setting.players + 1):
        if other != seat:
            with pytest.raises(IllegalError, match="nothing to confirm"):
                match.confirm(other)
            with pytest.raises(IllegalError, match="nothing to undo"):
                match.undo(other)
            with pytest.raises(IllegalError, match="It is the turn of seat"):
                match.move(other, "anything")
    assert match.pending is not None


def test_another_move_takes_the_place_of_the_one_that_waits(case: Case) -> None:
    match = case.begin(0, confirming=range(1, case.players + 1))
    dice = case.dice(0, 27)
    replaced = 0
    while not match.over and replaced < 5:
        seat = match.to_move
        assert seat is not None
        first, second = random_move(match, dice), random_move(match, dice)
        match.move(seat, first)
        if match.pending is None:
            continue
        before, sequence = state(match), match.sequence
        with pytest.raises(TianxiaError):
            match.move(seat, "nonsense")
        assert (state(match), match.sequence) == (before, sequence)
        assert match.view(seat)["pending"] == first
        match.move(seat, second)
        assert [entry.kind for entry in match.log[sequence : sequence + 2]] == ["undo", "move"]
        if match.pending is not None:
            assert match.view(seat)["pending"] == second
            match.confirm(seat)
        replaced += 1
    assert replaced >= 3


def test_everybody_reads_what_was_confirmed(case: Case) -> None:
    """Whether a seat likes to confirm makes no difference to what the log tells the others."""
    *_, confirmed = play_through(case, 0, confirming=range(1, case.players + 1))
    told = [(entry.seat, entry.move, entry.lines) for entry in confirmed.log_for(None) if not entry.pending]
    assert [(seat, move) for seat, move, _ in told] == [(move.seat, move.move) for move in confirmed.moves]
    assert all(lines or move == "water" for _, move, lines in told)


def test_seats_that_confirm_get_to_confirm_whatever_ends_their_turn(case: Case) -> None:
    """A forced move of the match ends a turn only after the seat confirmed: otherwise it could not be taken back."""
    everybody = range(1, case.players + 1)
    for number in range(1 if case.game is not TEAHOUSE else 5):
        match = case.begin(number, confirming=everybody)
        dice = case.dice(number, 23)
        while not match.over:
            seat = match.to_move
            assert seat is not None
            match.move(seat, random_move(match, dice))
            assert match.to_move == seat
            if match.pending is not None:
                match.confirm(seat)
                assert match.to_move != seat or not match.view(seat)["may_undo"]


# ---- the log, and those who watch it


def test_watchers_get_every_entry_once_in_order(case: Case) -> None:
    kinds: set[str] = set()
    for number in range(1 if case.game is not TEAHOUSE else 5):
        match = case.begin(number, confirming=range(1, case.players + 1))
        before = match.sequence
        seen: dict[int | None, list[LogEntry]] = {seat: [] for seat in [None, *range(1, case.players + 1)]}
        sequences: list[int] = []
        for seat, entries in seen.items():
            match.watch(entries.append, seat)

        def watch(entry: LogEntry, match: Match = match, into: list[int] = sequences) -> None:
            into.append(match.sequence)

        match.watch(watch)
        dice = case.dice(number, 24)
        while not match.over:
            mover = match.to_move
            assert mover is not None
            if match.pending is None:
                returned = match.move(mover, random_move(match, dice))
            else:
                returned = match.undo(mover) if dice.below(3) == 0 else match.confirm(mover)
            assert returned in seen[mover]
        for seat, entries in seen.items():
            assert entries == match.log_for(seat)[before:]
        assert [entry.sequence for entry in match.log] == list(range(1, match.sequence + 1))
        assert sequences == list(range(before + 1, match.sequence + 1))
        kinds |= {entry.kind for entry in match.log}
    assert kinds == {"move", "confirm", "undo"}


def test_the_moves_that_count_are_those_of_the_log_that_were_not_taken_back(case: Case) -> None:
    match = case.begin_unforced(0, confirming=[1])
    dice = case.dice(0, 25)
    while not match.over:
        seat = match.to_move
        assert seat is not None
        if match.pending is not None:
            match.confirm(seat)
        elif match.view(seat)["may_undo"] and dice.below(3) == 0:
            match.undo(seat)
        else:
            match.move(seat, random_move(match, dice))
    counted: list[tuple[int, str | None]] = []
    for entry in match.log:
        if entry.kind == "undo":
            counted.pop()
        elif entry.kind == "move":
            counted.append((entry.seat, entry.move))
    assert counted == [(move.seat, move.move) for move in match.moves]
