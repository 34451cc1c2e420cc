"""Advice and analysis: from what a seat knows, for every decision, with the loss of each move."""

from __future__ import annotations

import math
from typing import Any

import pytest

from support.teahouse import TEAHOUSE, TeaShelf, tea_words
from tianxia.arena import play_match
from tianxia.engine.chance import stream_of
from tianxia.errors import IllegalError, RecordError, UnreadableError
from tianxia.games import GAMES as ALL_GAMES
from tianxia.games import AnyGame, find_game
from tianxia.play import Match, read_record, replay, write_record
from tianxia.play.record import write_record_for
from tianxia.players import Effort, make_player
from tianxia.teaching import Analysis, JudgedDecision, Retrospect, advise, analyse, count_decisions, usual_depth

SEED = bytes(range(16))
GAMES = [*map(find_game, ALL_GAMES), TEAHOUSE]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
LITTLE = Effort(40)


def begun(game: AnyGame, players: int = 3, moves: int = 6) -> Match:
    match = Match.begin(game, game.setting(players), SEED)
    dice = stream_of(SEED, 1)
    while moves > 0 or len(match.legal_moves()) == 1:
        legal = match.legal_moves()
        match.move(match.to_move or 0, legal[dice.below(len(legal))])
        moves -= 1
    return match


@games
def test_advice_is_about_legal_moves_best_first(game: AnyGame) -> None:
    match = begun(game)
    advice = advise(match, LITTLE, SEED)
    assert advice.seat == match.to_move
    assert {judged.move for judged in advice.moves} <= set(match.legal_moves())
    assert sum(judged.simulations for judged in advice.moves) == 40
    assert advice.best.simulations == max(judged.simulations for judged in advice.moves)
    for judged in advice.moves:
        assert 0 <= judged.chance <= 1
        assert 0 < judged.error <= 0.5
        assert len(judged.scores) == 3
        assert all(math.isfinite(score) for score in judged.scores)


@games
def test_a_move_can_be_asked_about(game: AnyGame) -> None:
    match = begun(game)
    for move in match.legal_moves()[-3:]:
        advice = advise(match, LITTLE, SEED, about=move)
        assert advice.of(move).simulations >= 10


def test_a_move_that_cannot_be_made_is_refused_with_the_reason() -> None:
    match = begun(find_game("forbidden-city"))
    with pytest.raises(IllegalError, match="does not share a side"):
        advise(match, LITTLE, SEED, about="9,9 r0")
    with pytest.raises(UnreadableError, match="the best one"):
        advise(match, LITTLE, SEED, about="the best one")


@games
def test_advice_tells_nothing_that_the_seat_does_not_know(game: AnyGame) -> None:
    """With the same luck it is the same, however the hidden things lie; and nothing is played."""
    match = begun(game)
    before = game.write_position(match.position)
    advice = advise(match, LITTLE, SEED)
    assert game.write_position(match.position) == before
    for deal in range(3):
        match.position.determinize(match.position.seat, stream_of(SEED, 70 + deal))
        assert advise(match, LITTLE, SEED) == advice
    assert advise(match, LITTLE, bytes(16)) != advice


def test_there_is_no_advice_when_the_game_is_over_or_the_hand_is_not_told() -> None:
    match = begun(find_game("emperor-of-china"), moves=2)
    others = [seat for seat in (1, 2, 3) if seat != match.to_move]
    redacted = replay(read_record(write_record_for(match, others[0])), TeaShelf())
    with pytest.raises(RecordError, match=r"does not say what seat"):
        advise(redacted, LITTLE, SEED)
    play_match(match, [make_player("random", match.game)] * 3, SEED)
    with pytest.raises(IllegalError, match="The game is over"):
        advise(match, LITTLE, SEED)


@games
def test_every_decision_of_a_record_is_judged(game: AnyGame) -> None:
    match = begun(game, moves=0)
    play_match(match, [make_player("random", game)] * 3, SEED)
    record = read_record(write_record(match))
    short = read_record({**write_record(match), "moves": write_record(match)["moves"][:12]} | NO_RESULT)
    decisions = list(analyse(short, TeaShelf(), Effort(20), SEED))
    assert [decision.number for decision in decisions] == choices(match, 12)
    assert count_decisions(record, TeaShelf()) == len(choices(match, len(match.moves)))
    for decision in decisions:
        move = match.moves[decision.number - 1]
        assert (decision.seat, decision.played.move) == (move.seat, move.move)
        assert decision.loss == max(0, decision.advice.best.chance - decision.played.chance)
        assert decision.played is not decision.advice.best or decision.points_lost == 0
        with tea_words():
            assert decision.document(2)["best"][0]["move"] == decision.advice.best.move


NO_RESULT: Any = {"scores": None, "winners": None}


def choices(match: Match, until: int) -> list[int]:
    """The numbers of the moves that were a real choice."""
    game, position = match.game, match.game.new(match.setting)
    position.deal(SEED)
    found = []
    for number, played in enumerate(match.moves[:until], 1):
        if len(position.legal_actions()) > 1:
            found.append(number)
        position.apply(game.parse_move(position, played.move))
    return found


def test_an_analysis_sums_up() -> None:
    match = begun(TEAHOUSE, moves=0)
    play_match(match, [make_player("random", TEAHOUSE)] * 3, SEED)
    analysis = Analysis(3, list(analyse(read_record(write_record(match)), TeaShelf(), Effort(60), SEED)))
    losses = [decision.loss for decision in analysis.worst(1000)]
    assert losses == sorted(losses, reverse=True)
    assert len(analysis.worst(2)) == 2
    assert losses[0] > 0  # random players lose something
    by_seat = [len(analysis.of_seat(seat)) * analysis.loss(seat) for seat in (1, 2, 3)]
    assert sum(by_seat) == pytest.approx(sum(losses))


# ---- everybody's chances, and mistakes


def last_turn(*moves: str) -> Any:
    """Two at the end of a game in the teahouse: the second can win with the green leaf alone, and has it."""
    scored: dict[str, Any] = {"source": "tea", "round": 1}
    return {
        "tianxia": 1,
        "game": "teahouse",
        "edition": "standard",
        "players": 2,
        "position": {
            "round": 2,
            "phase": 1,  # a cup was chosen: the large one, for which the guest wants a green leaf
            "cup": 1,
            "unwashed": False,
            "turn": 2,
            "hands": [["black", "black"], ["black", "green"]],
            "guest": "green",
            "discards": ["black", "green", "white"],
            "ledger": [
                {"seat": 1, "amount": 3, "where": "white", **scored},
                {"seat": 2, "amount": 1, "where": "black", **scored},
            ],
        },
        "moves": [{"seat": 2, "move": move} for move in moves],
    }


def judged_last_turn(*moves: str) -> list[JudgedDecision]:
    return list(analyse(read_record(last_turn(*moves)), TeaShelf(), Effort(400), SEED))


def test_a_move_that_throws_the_game_away_is_a_mistake_and_the_better_one_is_named() -> None:
    blunder, *_ = judged_last_turn("water")
    assert (blunder.number, blunder.seat, blunder.played.move) == (1, 2, "water")
    assert blunder.advice.best.move == "pour green"
    assert blunder.is_mistake
    assert blunder.loss > 0.9
    assert blunder.error < 0.1
    assert blunder.points_lost == pytest.approx(4, abs=0.5)
    assert blunder.chances[1] > 0.9


def test_a_move_that_wins_is_no_mistake() -> None:
    good, *_ = judged_last_turn("pour green")
    assert (good.loss, good.error, good.is_mistake) == (0, 0, False)


@games
def test_chances_of_all_seats_are_one_at_every_decision(game: AnyGame) -> None:
    match = begun(game, moves=5)
    decisions = list(analyse(read_record(write_record(match)), TeaShelf(), Effort(20), SEED))
    assert decisions
    for decision in decisions:
        for judged in decision.advice.moves:
            assert sum(judged.chances) == pytest.approx(1)
            own = decision.seat - 1
            assert (judged.chance, judged.error) == (judged.chances[own], judged.errors[own])
            assert all(0 < error <= 0.5 for error in judged.errors)
        assert decision.chances == decision.advice.best.chances
        assert decision.simulations >= 20


def test_decisions_can_be_judged_in_any_order() -> None:
    record = read_record(write_record(begun(TEAHOUSE, moves=10)))
    forward = list(analyse(record, TeaShelf(), LITTLE, SEED))
    retrospect = Retrospect(record, TeaShelf())
    backward = [retrospect.judge(number, LITTLE, SEED) for number in reversed(retrospect.numbers)]
    assert backward[::-1] == forward


@games
def test_every_game_says_how_deep_an_analysis_looks(game: AnyGame) -> None:
    depth = usual_depth(game)
    assert depth.is_repeatable
    assert 0 < depth.simulations <= game.simulations.analysis


def test_in_the_draft_nobody_has_won_or_lost() -> None:
    """What simulations expect is no promise that early: they won one game of 25 here, and the others all."""
    advice = advise(begun(find_game("year-of-the-dragon"), moves=4), Effort(100), SEED)
    tried = [judged for judged in advice.moves if judged.simulations >= 10]
    assert tried
    for judged in tried:
        assert all(1 / 9 < chance < 2 / 3 for chance in judged.chances)
