"""Explanations of moves: each figure holds under other luck, and in clear positions the reason is the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from support import city, dragon, emperor
from support.luck import dice, scaled, seed_of
from tianxia.arena import play_match
from tianxia.engine import COMPILED
from tianxia.engine.chance import stream_of
from tianxia.games import GAMES, AnyGame, Shelf, find_game
from tianxia.games.contrast import (
    LEAST_TENTHS,
    Claim,
    Continuation,
    Contrast,
    Fact,
    Finding,
    Quantity,
    tenths,
    together,
)
from tianxia.play import Match, read_record, write_record
from tianxia.players import Effort, make_player
from tianxia.teaching import Analysis, Explanation, Retrospect, advise_with_reason, explain
from tianxia.teaching.explain import compare, explain_best, explain_played
from tianxia.words import Message

pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted, thousands of games take many minutes")
SEED, OTHER_SEED = bytes(range(16)), bytes(range(16, 32))
PAIRS = 60
CERTAIN = 5.0  # standard errors: many claims are measured again
games = pytest.mark.parametrize("game", list(map(find_game, GAMES)), ids=lambda game: game.id)


def played_by(game: AnyGame, number: int, *players: str) -> Match:
    match = Match.begin(game, game.setting(len(players)), seed_of(number))
    play_match(match, [make_player(player, game) for player in players], seed_of(number))
    return match


def some_choices(game: AnyGame, number: int, count: int) -> Iterator[tuple[Match, str, str]]:
    """Positions of a random game with two of their legal moves: a random one, and the one that looks best."""
    greedy = make_player("greedy", game)
    record = read_record(write_record(played_by(game, number, "random", "level:novice", "random")))
    retrospect = Retrospect(record, Shelf())
    step = len(retrospect.numbers) // count
    for place in range(step // 2, len(retrospect.numbers), step):
        match = retrospect.before(retrospect.numbers[place])
        legal = match.legal_moves()
        best = game.print_move(match.position, greedy.choose(match.position, dice(place)))
        yield match, next(move for move in legal[dice(place).below(len(legal)) :] + legal if move != best), best


# ---- claims


@games
def test_every_figure_of_a_sentence_holds_under_other_luck(game: AnyGame) -> None:
    checked = 0
    for match, move, other in some_choices(game, 1, 10):
        explanation = explain(match, move, other, PAIRS, SEED)
        actions = [game.parse_move(match.position, notation, exact=True) for notation in (move, other)]
        fresh = compare(game, match.position, actions[0], actions[1], PAIRS, OTHER_SEED)
        for finding in explanation.findings:
            for claim in finding.claims:
                check_again(claim, fresh)
                checked += 1
    assert checked > 5


def check_again(claim: Claim, fresh: Contrast) -> None:
    told, found = claim.difference, fresh.measure(claim.measure, claim.quantity)
    spread = (told.error**2 + found.error**2) ** 0.5
    slack = 1 / PAIRS if claim.measure == "share" else 0.1  # what never happened in so many pairs has no error
    assert abs(told.more - found.more) <= CERTAIN * spread + 3 * slack, claim
    assert told.more * found.more > 0 or abs(found.more) <= CERTAIN * spread, claim


@games
def test_a_sentence_says_the_figures_of_its_claims_and_nothing_within_the_noise(game: AnyGame) -> None:
    said = [
        finding
        for match, move, other in some_choices(game, 2, 10)
        for finding in explain(match, move, other, PAIRS, SEED).findings
    ]
    assert len(said) > 3
    for finding in said:
        values = values_of(finding.message)
        assert finding.claims[0].difference.is_beyond(3), "no sentence is about noise"
        for claim in finding.claims:
            check_figures(claim, values)


def values_of(message: Message) -> dict[str, object]:
    """The values of a sentence and of those that stand in it."""
    found = dict(message.values)
    for value in message.values.values():
        if isinstance(value, Message) and re.search(r"\.because\.", value.key):
            found |= {f"because {name}": inner for name, inner in value.values.items()}
    return found


def check_figures(claim: Claim, values: dict[str, object]) -> None:
    """The figures of a claim stand in the sentence, rounded."""
    this, other, more = claim.difference.this, claim.difference.other, claim.difference.more
    figures = [value for value in values.values() if isinstance(value, int)]
    if claim.measure == "share" and {tenths(this), tenths(other)} != {0, 10}:
        assert {tenths(this), tenths(other)} <= set(figures)
        assert abs(tenths(this) - tenths(other)) >= LEAST_TENTHS
    elif claim.measure == "points":
        assert max(1, round(abs(more))) in figures
    elif claim.measure == "worth":
        assert {round(this), round(other)} <= set(figures)


@games
def test_a_move_compared_with_itself_differs_in_nothing(game: AnyGame) -> None:
    for match, move, _ in some_choices(game, 3, 3):
        same = explain(match, move, move, 4, SEED)
        assert (same.points, same.error, same.is_close, same.findings, same.cost) == (0, 0, True, (), 0)


@games
def test_the_other_way_round_the_difference_is_the_opposite(game: AnyGame) -> None:
    for match, move, other in some_choices(game, 4, 3):
        one, back = (explain(match, *pair, 8, SEED) for pair in ((move, other), (other, move)))
        assert one.points == pytest.approx(-back.points)
        assert one.error == pytest.approx(back.error)
        assert {finding.places for finding in one.findings} == {finding.places for finding in back.findings}


@games
def test_only_what_the_seat_knows_counts(game: AnyGame) -> None:
    """Positions that differ only in what the seat cannot know have the same explanation."""
    for match, move, other in some_choices(game, 5, 4):
        told = explain(match, move, other, 10, SEED)
        real, match.position = match.position, match.position.clone()
        match.position.determinize(real.seat, stream_of(OTHER_SEED, 7))
        assert explain(match, move, other, 10, SEED).document() == told.document()
        match.position = real


# ---- clear positions


def first_reason(explanation: Explanation) -> Finding:
    return explanation.findings[0]


def cause_of(finding: Finding) -> str:
    cause = finding.message.values["cause"]
    assert isinstance(cause, Message)
    return cause.key.rpartition(".")[2]


START = """
    #  g  #
    g  T  p  ?
    #  w  #
"""


def test_a_room_that_could_be_closed_is_left_open() -> None:
    scene = city.draw(START, hand="2 pink-alcove", players=2, rounds=1)
    elsewhere = next(move for move in scene.match.legal_moves() if not move.startswith("2,0"))
    explanation = explain(scene.match, elsewhere, "2,0 r0", PAIRS, SEED)
    reason = first_reason(explanation)
    assert reason.message.key == "forbidden-city.explain.less-because"
    assert (reason.message.values["seat"], reason.message.values["coins"]) == (2, 3)
    assert cause_of(reason) == "missed"
    assert reason.places == ("1,0",)
    assert explanation.cost >= 3
    assert explanation.theme is not None
    assert explanation.theme.key == "forbidden-city.theme.room"


def test_a_room_is_closed_for_somebody_else() -> None:
    """Purple has the only advisors in the pink room, whose open side a wall of the dragon would close."""
    scene = city.draw(
        """
        #  g  #  .
        g  T  p  A
        #  w  #  ?
        """,
        {"A": "1 pink-corner r0"},
        hand="2 pink-dragon",
        players=2,
        rounds=1,
    )
    x, y = scene.places["?"]
    explanation = explain(scene.match, f"{x},{y} r0", f"{x},{y} r1", PAIRS, SEED)
    reason = first_reason(explanation)
    assert reason.message.key == "forbidden-city.explain.more-because"
    assert (reason.message.values["seat"], cause_of(reason)) == (1, "now")
    assert explanation.cost > 0


def test_one_rice_short_before_a_drought() -> None:
    match = dragon.action_phase(
        dragon.court("1: young monk", "1: young warrior", yuan=6, rice=1),
        dragon.court("1: young monk", "1: young warrior", yuan=6, rice=2),
        month=3,
        event="drought",
    )
    explanation = explain(match, "taxes", "harvest", PAIRS, SEED)
    losses = [one for one in explanation.findings if one.message.key.endswith("-drought")]
    assert losses, [one.message for one in explanation.findings]
    values = losses[0].message.values
    assert losses[0].message.key == "year-of-the-dragon.explain.sure-drought"
    assert (values["seat"], values["month"], values["short"], values["persons"]) == (1, 3, 1, 1)
    back = explain(match, "harvest", "taxes", PAIRS, SEED)
    assert "year-of-the-dragon.explain.saved-drought" in [one.message.key for one in back.findings]


def test_an_emissary_that_wins_an_alliance_is_not_sent() -> None:
    match = emperor.draw(
        """
        wei:  B B . . . . .
        han:  B . . . .         emissaries B1
        B:    red
        row:
        pile:
        """,
        "B",
    )
    explanation = explain(match, "house wei-3 red", "emissary wei red", PAIRS, SEED)
    reason = first_reason(explanation)
    assert reason.message.key == "emperor-of-china.explain.less-because"
    assert cause_of(reason) == "wins"
    assert set(reason.places) == {"wei", "han"}


# ---- whole games


@games
def test_a_game_that_is_lost_from_the_beginning_still_shows_its_mistakes(game: AnyGame) -> None:
    """The random player has no chance to win, and yet moves of every part of its game cost points."""
    record = read_record(write_record(played_by(game, 1, "random", "greedy", "greedy")))
    retrospect = Retrospect(record, Shelf())
    own = [number for number in retrospect.numbers if retrospect.moves[number - 1].seat == 1]
    costly, hopeless = [], 0
    for number in own:
        decision = retrospect.judge(number, Effort(200), SEED)
        if decision.cost:
            hopeless += decision.advice.best.chance < 0.02
            costly.append(number)
            assert decision.cost > 1.9 * decision.cost_error
    thirds = {own.index(number) * 3 // len(own) for number in costly}
    assert thirds == {0, 1, 2}
    assert hopeless, "by its chance to win, nothing was left to lose"


@games
def test_the_costliest_moves_of_every_seat_have_a_reason(game: AnyGame) -> None:
    record = read_record(write_record(played_by(game, 2, "random", "level:novice", "greedy")))
    retrospect = Retrospect(record, Shelf())
    some = retrospect.numbers[::2]
    analysis = Analysis(3, [retrospect.judge(number, Effort(250), SEED) for number in some])
    for seat in (1, 2, 3):
        costliest = analysis.costliest(seat)
        assert len(costliest) == 3 or (costliest and seat == 3)  # who plays well has fewer to explain
        assert [one.cost for one in costliest] == sorted((one.cost for one in costliest), reverse=True)
        for decision in costliest:
            assert decision.explanation is not None
            assert decision.explanation.findings or not decision.cost, decision.played.move


@games
def test_the_best_move_costs_nothing_and_needs_no_reason(game: AnyGame) -> None:
    for match, move, other in some_choices(game, 6, 2):
        assert explain_played(match, move, [move, other], False, 4, SEED) is None
        assert explain_played(match, move, [move], False, 4, SEED) is None
        assert explain_best(match, [move], 4, SEED) is None


@games
def test_a_hint_has_a_reason_or_says_that_it_is_close(game: AnyGame) -> None:
    reasons = 0
    for match, _, _ in some_choices(game, 7, 5):
        advice = advise_with_reason(match, Effort(scaled(40, 150)), SEED)
        if len(advice.moves) < 2:
            continue
        told = advice.explanation
        if told is not None:
            assert told.move == advice.best.move
            assert told.other in [judged.move for judged in advice.moves[1:]]
            assert told.is_close or (told.points > 1.9 * told.error and told.findings)
            reasons += 1
        for judged in advice.moves:
            assert judged.is_sure == (judged.chance > 1.96 * judged.error)
    assert reasons > 1


# ---- places that belong together


def test_places_belong_together_where_they_often_meet() -> None:
    groups = [("a", "b"), ("a", "b"), ("b", "c"), ("d",)]
    assert set(together(groups, 2)) == {frozenset("ab"), frozenset("c"), frozenset("d")}
    assert set(together(groups, 1)) == {frozenset("abc"), frozenset("d")}


# ---- how much a few continuations say


def paid(*amounts: int) -> list[Continuation]:
    """Continuations in which the first seat is paid so much; 0: nothing."""
    return [Continuation([amount, 0], [Fact("tea", (), 0, amount, 1)] if amount else []) for amount in amounts]


def test_a_payment_that_hardly_ever_came_is_not_compared_with_others() -> None:
    few = Contrast(0, list(zip(paid(5, 5, *[0] * 28), paid(3, 3, *[0] * 28), strict=True)))
    many = Contrast(0, list(zip(paid(*[5] * 15), paid(*[3] * 15), strict=True)))
    quantity = Quantity("tea", 0)
    assert not few.is_sure(few.measure("worth", quantity))
    assert many.measure("worth", quantity) == (5, 3, 0)
    assert few.measure("share", quantity).this == pytest.approx(2 / 30)
    assert (many.lead.more, many.is_close) == (2, False)
    assert many.weights == pytest.approx([1, -1])


def test_points_of_the_best_other_seat_count_most() -> None:
    pairs = [(Continuation([10, 8, 2], []), Continuation([10, 4, 9], []))] * 3
    contrast = Contrast(0, pairs)
    assert contrast.weights == pytest.approx([1, -0.5, -0.5])
    assert contrast.lead.more == 2 - 1
