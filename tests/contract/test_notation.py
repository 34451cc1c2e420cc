"""The contract of notation, and of the reasons why a move is not legal."""

from __future__ import annotations

import pytest

from contract.cases import Case, has_address, moves_of_games, open_scenes, play_through
from tianxia.errors import IllegalError, UnreadableError
from tianxia.games import GAMES
from tianxia.play import Match
from tianxia.words import catalogue, say


def test_every_legal_move_of_whole_games_reads_as_it_is_printed(case: Case) -> None:
    for match in play_through(case, 0):
        if match.over:
            continue
        actions = [int(action) for action in match.position.legal_actions()]
        texts = [case.game.print_move(match.position, action) for action in actions]
        assert texts == match.legal_moves()
        assert len(set(texts)) == len(texts)
        for action, text in zip(actions, texts, strict=True):
            assert text == " ".join(text.lower().split())
            assert case.game.parse_move(match.position, text, exact=True) == action


def test_every_legal_move_of_whole_games_is_told_as_data_and_back(case: Case) -> None:
    for match in play_through(case, 1):
        actions = [] if match.over else [int(action) for action in match.position.legal_actions()]
        moves = [case.game.describe_move(match.position, action) for action in actions]
        assert moves == match.described_moves()
        for action, move in zip(actions, moves, strict=True):
            notation = case.game.write_move(move)
            assert notation == case.game.print_move(match.position, action)
            assert case.game.read_move(notation) == move
            assert case.game.write_move(case.game.read_move(notation)) == notation
        seat = match.to_move
        if seat is not None:
            view = match.view(seat)
            assert (view["legal"], view["moves"]) == (match.legal_moves(), moves)


@pytest.mark.parametrize("text", ["", "resign", "take", "9,9", "house lu-1", "release 1", "wall"])
def test_what_is_no_notation_is_told_as_no_data(case: Case, text: str) -> None:
    if case.game.id in GAMES:
        with pytest.raises(UnreadableError):
            case.game.read_move(text)


def test_people_and_records_may_write_capitals_and_spaces(case: Case) -> None:
    for position in open_scenes(case):
        for action in position.legal_actions():
            text = case.game.print_move(position, int(action))
            for exact in (False, True):
                for typed in (text.upper(), f"  {text}\t", text.replace(" ", "   ")):
                    assert case.game.parse_move(position, typed, exact) == action


def test_illegal_moves_that_are_well_formed_read_as_they_are_printed(case: Case) -> None:
    for position in open_scenes(case)[::3]:
        for text in moves_of_games(case):
            action = case.game.parse_move(position, text)
            assert case.game.parse_move(position, case.game.print_move(position, action), exact=True) == action


@pytest.mark.parametrize(
    "text", ["", " ", "?", "resign", "0", "-", "\x00", "\ud800", "天下", "r" * 10_000, "1" * 10_000]
)
def test_what_is_no_move_is_unreadable(case: Case, text: str) -> None:
    for exact in (False, True):
        with pytest.raises(UnreadableError) as refusal:
            case.game.parse_move(open_scenes(case)[0], text, exact)
        assert refusal.value.key in catalogue("en")
        assert len(str(refusal.value)) < 300 or not case.game.id.startswith("forbidden")


def test_why_not_is_none_exactly_for_legal_moves(case: Case) -> None:
    refused = 0
    for position in open_scenes(case):
        legal = {int(action) for action in position.legal_actions()}
        assert all(case.game.why_not(position, action) is None for action in legal)
        for action in {case.game.parse_move(position, text) for text in moves_of_games(case)} - legal:
            reason = case.game.why_not(position, action)
            assert reason is not None
            assert reason.key in catalogue("en")
            assert has_address(case, reason.rule)
            sentence = say(reason)
            assert sentence.endswith(".")
            assert "{" not in sentence
            refused += 1
    assert refused > min(50, len(moves_of_games(case)))


def test_a_match_refuses_illegal_moves_with_their_reason_and_nothing_changes(case: Case) -> None:
    position = open_scenes(case)[-1]
    match = Match(case.game, case.setting, position.clone())
    seat = match.to_move
    assert seat is not None
    before = match.position_document()
    illegal = [text for text in moves_of_games(case) if match.why_not(seat, text) is not None]
    assert illegal
    for text in illegal:
        with pytest.raises(IllegalError) as refusal:
            match.move(seat, text)
        reason = match.why_not(seat, text)
        assert reason is not None
        assert refusal.value.reason == reason
        assert str(refusal.value) == say(reason)
        assert refusal.value.key == reason.key
    assert match.position_document() == before
    assert match.log == []
