"""The contract of positions: legal actions, chance, clones, and what is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from contract.cases import Case, fingerprint, open_scenes, play_games, play_through, scenes, what_is_seen
from tianxia.engine.chance import Stream, stream_of
from tianxia.engine.playout import play_out, trace_playout
from tianxia.engine.position import SPECTATOR
from tianxia.errors import ImpossibleOutcomeError


def seats_and_spectator(case: Case) -> list[int]:
    return [*range(case.players), SPECTATOR]


def play_randomly(position: Any, dice: Stream) -> list[int]:
    """Play to the end by `apply_until_chance`, `draw` and `settle`; every action and every outcome."""
    told: list[int] = []
    while not position.over:
        action = position.random_action(dice)
        position.apply_until_chance(action)
        told.append(int(action))
        while position.awaits_chance:
            outcome = position.draw()
            position.settle(outcome)
            told.append(int(outcome))
    return told


# ---- decisions


def test_legal_actions_ascend_and_there_is_always_one(case: Case) -> None:
    for match in play_games(case):
        if match.over:
            continue
        actions = [int(action) for action in match.position.legal_actions()]
        assert actions
        assert actions == sorted(set(actions))


def test_nothing_is_legal_where_nobody_is_to_move(case: Case) -> None:
    ever = {int(action) for position in open_scenes(case) for action in position.legal_actions()}
    for position in (case.game.new(case.setting), scenes(case)[-1]):
        assert list(position.legal_actions()) == []
        assert [action for action in ever if position.is_legal(action)] == []


def test_is_legal_agrees_with_the_list(case: Case) -> None:
    ever = {int(action) for position in open_scenes(case) for action in list(position.legal_actions())[:20]}
    for position in open_scenes(case):
        legal = {int(action) for action in position.legal_actions()}
        others = {action + step for action in legal for step in (-1, 1) if action + step >= 0}
        for action in legal | others | ever:
            assert position.is_legal(action) == (action in legal)


def test_random_actions_are_legal_and_reach_every_legal_one(case: Case) -> None:
    dice = case.dice(0, 1)
    for position in open_scenes(case)[::4]:
        legal = {int(action) for action in position.legal_actions()}
        seen = {int(position.random_action(dice)) for _ in range(20 * len(legal))}
        assert seen <= legal
        assert len(seen) > 0.9 * len(legal)


def test_scores_are_the_sums_of_the_ledger_at_every_step(case: Case) -> None:
    for match in play_games(case):
        sums = [0] * case.players
        for entry in match.ledger:
            assert entry["amount"] > 0
            assert entry["source"] in case.game.sources
            sums[entry["seat"] - 1] += entry["amount"]
        assert match.scores == sums


def test_there_are_winners_at_the_end_and_only_then(case: Case) -> None:
    for match in play_through(case, 0):
        if not match.over:
            assert match.winners == []
    assert match.to_move is None
    assert match.position.seat + 1 == match.moves[-1].seat
    assert match.winners == sorted(set(match.winners))
    assert max(match.scores) == match.scores[match.winners[0] - 1]


def test_places_follow_scores_and_every_tie_is_explained(case: Case) -> None:
    for match in play_through(case, 0):
        if not match.over:
            assert (match.places, match.ties) == ([], [])
    assert match.winners == [seat for seat, place in enumerate(match.places, 1) if place == 1]
    for seat, place in enumerate(match.places):
        assert place == 1 + sum(other < place for other in match.places)
        assert all(
            match.scores[seat] >= score
            for score, other in zip(match.scores, match.places, strict=True)
            if other > place
        )
    assert len(match.position.tie_breaks(0)) == len(case.game.tie_breaks)
    tied = {seat for seat in range(1, case.players + 1) if match.scores.count(match.scores[seat - 1]) > 1}
    assert {seat for tie in match.ties for seat in tie["seats"]} == tied
    for tie in match.ties:
        assert tie["by"] in (None, *case.game.tie_breaks)
        assert (len({match.places[seat - 1] for seat in tie["seats"]}) == 1) == (tie["by"] is None)
        assert tie["amounts"] == sorted(tie["amounts"], reverse=True)


# ---- chance


def test_the_same_seed_is_the_same_game(case: Case) -> None:
    traces = set()
    for _ in range(2):
        position = case.game.new(case.setting)
        position.deal(case.seed(0))
        traces.add((trace_playout(position, case.dice(0)), fingerprint(case.game, position)))
    assert len(traces) == 1


def test_other_seeds_are_other_games(case: Case) -> None:
    assert len({str(case.begin(number).setup) for number in range(40)}) > 4


def test_a_position_waits_for_chance_until_it_is_dealt(case: Case) -> None:
    position = case.game.new(case.setting)
    assert position.awaits_chance
    position.deal(case.seed(0))
    assert not position.awaits_chance
    assert list(position.outcomes()) == []
    assert list(position.weights()) == []


def test_the_set_up_can_be_settled_step_by_step(case: Case) -> None:
    dice = case.dice(0, 2)
    position = case.game.new(case.setting)
    while position.awaits_chance:
        outcomes = [int(outcome) for outcome in position.outcomes()]
        weights = [int(weight) for weight in position.weights()]
        assert outcomes == sorted(set(outcomes))
        assert len(weights) == len(outcomes) > 0
        assert min(weights) > 0
        position.settle_checked(outcomes[dice.below(len(outcomes))])
    again = case.game.new(case.setting)
    case.game.read_setup(again, case.game.write_setup(position))
    assert fingerprint(case.game, again) == fingerprint(case.game, position)


def test_the_set_up_can_be_drawn_step_by_step(case: Case) -> None:
    """What `deal` does at once; a clone made on the way draws the same."""
    dealt, drawn = case.game.new(case.setting), case.game.new(case.setting)
    dealt.deal(case.seed(0))
    drawn.take_seed(case.seed(0))
    outcomes: list[int] = []
    while drawn.awaits_chance:
        assert int(drawn.clone().draw()) == int(drawn.clone().draw())
        if len(outcomes) % 5 == 3:
            drawn = drawn.clone()
        outcomes.append(int(drawn.draw()))
        assert outcomes[-1] in [int(outcome) for outcome in drawn.outcomes()]
        drawn.settle(outcomes[-1])
    assert fingerprint(case.game, drawn) == fingerprint(case.game, dealt)
    assert play_randomly(drawn, case.dice(0)) == play_randomly(dealt, case.dice(0))


@pytest.mark.parametrize("seed", [b"", bytes(15), bytes(17), bytes(32)], ids=len)
def test_seeds_have_sixteen_bytes(case: Case, seed: bytes) -> None:
    for give in ("deal", "take_seed"):
        position = case.game.new(case.setting)
        with pytest.raises(ValueError, match="16 bytes"):
            getattr(position, give)(seed)


def test_impossible_outcomes_of_the_set_up_are_refused(case: Case) -> None:
    position = case.game.new(case.setting)
    possible = [int(outcome) for outcome in position.outcomes()]
    for impossible in (-1, max(possible) + 1, 10**30):
        with pytest.raises(ImpossibleOutcomeError) as refusal:
            position.settle_checked(impossible)
        assert str(refusal.value) == f"The outcome {impossible} is impossible here."
    assert [int(outcome) for outcome in position.outcomes()] == possible


def test_a_clone_in_the_middle_of_the_set_up_is_independent(case: Case) -> None:
    position = case.game.new(case.setting)
    for _ in range(3):
        position.settle(position.outcomes()[-1])
    before = [int(outcome) for outcome in position.outcomes()]
    clone = position.clone()
    while clone.awaits_chance:
        clone.settle(clone.outcomes()[0])
    assert [int(outcome) for outcome in position.outcomes()] == before
    assert position.awaits_chance


def test_drawn_outcomes_were_listed_and_can_be_given_instead(case: Case) -> None:
    dice = case.dice(0, 3)
    for position in open_scenes(case):
        action = position.random_action(dice)
        drawn = position.clone()
        drawn.apply_until_chance(action)
        outcomes: list[int] = []
        while drawn.awaits_chance:
            outcome = int(drawn.draw())
            assert outcome in [int(listed) for listed in drawn.outcomes()]
            drawn.settle_checked(outcome)
            outcomes.append(outcome)
        applied, told = position.clone(), position.clone()
        applied.apply(action)
        told.apply_with(action, outcomes)
        assert fingerprint(case.game, applied) == fingerprint(case.game, told) == fingerprint(case.game, drawn)


def test_outcomes_missing_too_many_or_impossible_are_refused_and_nothing_changes(case: Case) -> None:
    dice = case.dice(0, 4)
    for position in open_scenes(case):
        action = position.random_action(dice)
        before = fingerprint(case.game, position)
        ahead = position.clone()
        ahead.apply_until_chance(action)
        possible = [int(outcome) for outcome in ahead.outcomes()]
        wrong = [[-1], [max(possible, default=0) + 1], [0, 0, 0, 0, 0]] + ([[]] if possible else [])
        for outcomes in wrong:
            with pytest.raises(ImpossibleOutcomeError):
                position.apply_with(action, outcomes)
        assert fingerprint(case.game, position) == before


# ---- clones


def test_a_clone_is_the_same_and_goes_its_own_way(case: Case) -> None:
    for position in scenes(case):
        before = fingerprint(case.game, position)
        clone = position.clone()
        assert fingerprint(case.game, clone) == before
        assert clone.journal is None
        play_out(clone, case.dice(0, 5))
        assert clone.over
        assert fingerprint(case.game, position) == before


def test_a_clone_does_not_follow_its_original(case: Case) -> None:
    position = scenes(case)[0].clone()
    clones: list[tuple[Any, str]] = []
    while not position.over and len(clones) < 12:
        clones.append((position.clone(), fingerprint(case.game, position)))
        position.apply(position.legal_actions()[0])
    assert len({before for _, before in clones}) == len(clones)
    assert all(fingerprint(case.game, clone) == before for clone, before in clones)


def test_a_clone_has_the_same_luck(case: Case) -> None:
    for position in open_scenes(case):
        one, two = position.clone(), position.clone()
        assert play_randomly(one, case.dice(0, 6)) == play_randomly(two, case.dice(0, 6))


# ---- what is hidden


def test_hiding_changes_nothing_that_the_seat_sees_and_not_the_original(case: Case) -> None:
    for count, position in enumerate(scenes(case)):
        before = fingerprint(case.game, position)
        for seat in seats_and_spectator(case):
            hidden = position.clone()
            hidden.determinize(seat, stream_of(case.seed(count), seat + 2000))
            assert what_is_seen(case, hidden, seat) == what_is_seen(case, position, seat)
        assert fingerprint(case.game, position) == before


def test_hiding_draws_afresh(case: Case) -> None:
    """Sooner or later everything that a seat cannot know is different."""
    if case.game.is_open:
        futures = {after_next_chance(case, number) for number in range(40)}
        assert len(futures) > 2
        return
    for seat in seats_and_spectator(case):
        others = [other for other in range(case.players) if other != seat]
        hands: dict[int, set[str]] = {other: set() for other in others}
        for number in range(40):
            hidden = scenes(case)[0].clone()
            hidden.determinize(seat, stream_of(case.seed(number), seat + 3000))
            for other in others:
                hands[other].add(str(case.game.own(hidden, other)))
        assert all(len(seen) > 2 for seen in hands.values())


def after_next_chance(case: Case, number: int) -> str:
    """What the first scene leads to by the first legal moves, up to the next shuffle, with the future redrawn."""
    hidden = scenes(case)[0].clone()
    hidden.determinize(0, stream_of(case.seed(number), 3000))
    drawn = False
    while not drawn:
        action = hidden.legal_actions()[0]
        ahead = hidden.clone()
        ahead.apply_until_chance(action)
        drawn = bool(ahead.awaits_chance)
        hidden.apply(action)
    return fingerprint(case.game, hidden)


def test_a_position_after_hiding_can_be_played_to_its_end(case: Case) -> None:
    for count, position in enumerate(scenes(case)):
        for seat in (int(position.seat), SPECTATOR):
            hidden = position.clone()
            hidden.determinize(seat, stream_of(case.seed(count), seat + 4000))
            play_out(hidden, case.dice(count, 7))
            assert hidden.over


def test_what_hiding_draws_depends_on_nothing_hidden(case: Case) -> None:
    """Two positions that look the same to a seat are the same after hiding with the same luck.

    Only so can a program that decides from what it drew be shown to be fair, move by move.
    """
    for count, position in enumerate(open_scenes(case)[::3]):
        for seat in seats_and_spectator(case):
            one, two = position.clone(), position.clone()
            two.determinize(seat, stream_of(case.seed(count), seat + 5000))
            one.determinize(seat, stream_of(case.seed(count), seat + 6000))
            two.determinize(seat, stream_of(case.seed(count), seat + 6000))
            assert fingerprint(case.game, one) == fingerprint(case.game, two)
            assert play_randomly(one, case.dice(count, 8)) == play_randomly(two, case.dice(count, 8))


def test_luck_to_come_is_hidden_too(case: Case) -> None:
    """Were the generator not drawn afresh, a planner could foresee what it will draw."""
    real: list[int] = []
    drawn: list[int] = []
    for count, position in enumerate(open_scenes(case)):
        hidden = position.clone()
        hidden.determinize(int(position.seat), stream_of(case.seed(count), 7000))
        for ahead, found in ((position.clone(), real), (hidden, drawn)):
            ahead.apply_until_chance(ahead.legal_actions()[-1])
            while ahead.awaits_chance:
                found.append(int(ahead.draw()))
                ahead.settle(found[-1])
    assert drawn != real or not real
