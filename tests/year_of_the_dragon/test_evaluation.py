"""How programs judge In the Year of the Dragon: small puzzles, and what holds in every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from contract.cases import Case, every_case, fingerprint
from support.builds import trace_in_other_build
from support.dragon import ANNA, BEN, court, end_year, let_come, person_phase, play, position, standard_game
from support.dragon_choices import trace_games
from support.dragon_editions import short_document
from support.dragon_games import CASES, case_of, choose, fresh_position, new_position
from support.luck import dice, every, scaled
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.play import Match

EVALUATION = standard_game().evaluation()
SHORT_CASES = every_case(YearOfTheDragon(short_document(), "short.toml"))
RIVAL = court("2: young court-lady, young monk", "2: young farmer", yuan=6)


def best_move(match: Match) -> str:
    """What looks best at once."""
    found = match.position
    actions = [int(action) for action in found.legal_actions()]
    weights = list(EVALUATION.score_moves(found, found.legal_actions()))
    return match.game.print_move(found, actions[weights.index(max(weights))])


# ---- puzzles: a sensible player has one clearly best move


def action_phase(anna: dict[str, object], month: int, event: str, **more: object) -> Match:
    return position(anna, RIVAL, RIVAL, month=month, part="action", event=event, **more)  # type: ignore[arg-type]


def test_taxes_before_a_tribute() -> None:
    """Without yuan four persons would leave; taxes bring 2 + 3."""
    poor = court("3: young tax-collector, young monk, old farmer", "2: young court-lady, young scholar")
    assert best_move(action_phase(poor, 6, "tribute")) == "taxes"


def test_harvest_before_a_drought() -> None:
    """Three palaces would starve; one farmer brings the rice that is short."""
    hungry = court("2: old farmer, young monk", "2: young scholar", "2: young healer", yuan=4)
    assert best_move(action_phase(hungry, 8, "drought")) == "harvest"


def test_fireworks_before_a_festival() -> None:
    """Nobody has fireworks yet: one is worth 6 points."""
    guest = court("2: young monk, young scholar", "2: young healer", rice=2, yuan=5)
    assert best_move(action_phase(guest, 11, "festival")) == "fireworks"


def test_a_large_privilege_while_the_year_is_young() -> None:
    """Two points a month, eleven times, and there is money enough for the tribute to come."""
    rich = court("2: young tax-collector, young monk", "2: young court-lady", yuan=13)
    assert best_move(action_phase(rich, 2, "peace", events={3: "tribute"})) == "privilege large"


def test_no_privilege_with_the_yuan_of_a_tribute() -> None:
    """In the last month it brings 2 points, and costs as many persons as yuan are missing."""
    last = court("2: young monk, young farmer", "2: young court-lady, young warrior", yuan=7)
    assert "privilege" not in best_move(action_phase(last, 12, "tribute"))


def test_research_when_nothing_else_counts() -> None:
    """Month 12, a festival that is lost: six books are six points at once."""
    learned = court("2: young scholar, old scholar", "2: young monk, young farmer", yuan=4)
    lit = {**RIVAL, "fireworks": 9}
    match = position(learned, lit, {**RIVAL, "fireworks": 8}, month=12, part="action", event="festival")
    assert best_move(match) == "research"


def test_a_healer_comes_before_the_contagion() -> None:
    """Every mortar saves a person in this very month; a farmer and a craftsman can wait."""
    match = person_phase(
        court("3: young monk, young scholar", "3: old farmer, young court-lady", cards="healer farmer craftsman wild"),
        RIVAL,
        RIVAL,
        month=5,
        event="contagion",
    )
    assert best_move(match) == "card healer"
    play(match, "card healer")
    assert best_move(match) == "take old healer"


def test_a_monk_lives_high() -> None:
    """Two buddhas: two points for each floor. Nobody's palace is left empty for it."""
    match = person_phase(
        court("1: young scholar", "2: young healer", "3: young farmer", cards="monk"),
        RIVAL,
        month=11,
        event="tribute",
        tiles={"old monk": 1},
    )
    play(match, "card monk")
    assert best_move(match) == "palace 3"


def test_a_new_palace_is_saved_by_somebody_who_moves_in() -> None:
    """A palace of one floor without persons would be gone before it scores."""
    match = person_phase(
        court("3: young monk, young scholar", "1:", rice=3, cards="court-lady"),
        RIVAL,
        month=5,
        event="mongols",
        tiles={"young court-lady": 1},
    )
    play(match, "card court-lady")
    assert best_move(match) == "palace 2"


def test_the_healer_leaves_when_no_contagion_is_to_come() -> None:
    """Of four persons it alone does nothing more; the court lady brings a point a month, the monk three in the end."""
    match = let_come(
        "mongols",
        court("3: young court-lady, young healer, young monk", "3: young scholar, old scholar"),
        court("2: old warrior"),
        month=10,
        track={ANNA: 3, BEN: 1},
        events={11: "tribute", 12: "festival", 5: "contagion", 7: "contagion"},
    )
    assert match.to_move == ANNA
    assert best_move(match) == "release 1 young healer"


def test_in_a_drought_no_palace_is_emptied_without_need() -> None:
    """Two palaces are not fed: somebody leaves the one where two live, before the only one of the other."""
    match = let_come(
        "drought",
        court("2: young healer, young farmer", "1: young healer", "2: young farmer, young healer", rice=1),
        court("2: old warrior", rice=1),
        month=9,
        events={11: "contagion"},
    )
    assert best_move(match).startswith(("starve 1", "starve 3"))


# ---- what holds in every game


def scenes(case: Case, number: int) -> Iterator[DragonPosition]:
    """A whole game, prudently and at random, with every position in it that awaits chance."""
    found = new_position(case, number)
    stream = dice(number)
    while not found.over:
        yield found
        action = choose(found, stream, prudence=number % 10)
        waiting = found.clone()
        waiting.apply_until_chance(action)
        if waiting.awaits_chance:
            yield waiting
        found.apply(action)
    yield found


SOME_CASES = [*CASES[:: every(11, 3)], *SHORT_CASES[:: every(23, 7)]]


@pytest.mark.parametrize("case", SOME_CASES, ids=lambda case: f"{case.game.edition}-{case}")
def test_every_position_can_be_judged(case: Case) -> None:
    """Points for every seat, a weight for every legal action, and a likely one among them."""
    evaluation = case.game.evaluation()
    stream = dice(7)
    for count, found in enumerate(scenes(case, 1 + len(str(case)) % 7)):
        if found.over or count % every(60, 6) == 0:
            worth = evaluation.expected_scores(found)
            assert all(points >= int(score) for points, score in zip(worth, found.scores(), strict=True))
        if not found.over and not found.awaits_chance:
            actions = found.legal_actions()
            assert len(evaluation.score_moves(found, actions)) == len(actions)
            assert found.is_legal(evaluation.likely_action(found, stream))


def test_whoever_judges_changes_nothing() -> None:
    case = case_of(4, great_wall=True, super_event="charter")
    stream = dice(1)
    for count, found in enumerate(scenes(case, 3)):
        before = fingerprint(case.game, found)
        if count % 40 == 0:
            EVALUATION.expected_scores(found)
        if not found.over and not found.awaits_chance:
            EVALUATION.score_moves(found, found.legal_actions())
            EVALUATION.likely_action(found, stream)
        assert fingerprint(case.game, found) == before


def test_at_the_end_worth_is_the_score() -> None:
    match = end_year(court("3: old monk, young farmer", yuan=7), court("2: young farmer", large=1), RIVAL)
    assert match.over
    assert list(EVALUATION.expected_scores(match.position)) == [float(score) for score in match.scores]
    assert len(set(match.scores)) > 1


def test_worth_counts_what_is_sure() -> None:
    """Points that one has change nothing to come; a privilege bought in month 4 brings one in nine months."""
    plain = position(court("2: young monk"), RIVAL, month=4, part="action")
    ahead = position(court("2: young monk"), RIVAL, month=4, part="action", points=[30, 0])
    noble = position(court("2: young monk", small=1), RIVAL, month=4, part="action")
    usual = EVALUATION.expected_scores(plain.position)
    for other, more in ((ahead, 30.0), (noble, 9.0)):
        worth = EVALUATION.expected_scores(other.position)
        assert worth[0] == pytest.approx(usual[0] + more)
        assert worth[1] == pytest.approx(usual[1])


def test_a_year_that_is_not_drawn_yet_can_be_judged() -> None:
    fresh = fresh_position(case_of(3, super_event="random"))
    assert fresh.awaits_chance
    assert all(30 < points < 150 for points in EVALUATION.expected_scores(fresh))


def test_both_builds_choose_the_same() -> None:
    assert trace_in_other_build("support.dragon_choices", 1) == trace_games(1)


def test_playouts_are_sensible() -> None:
    """Likely moves alone bring a court through the year."""
    best = []
    for number in range(scaled(8, 40)):
        found = new_position(case_of(4), number)
        stream = dice(number)
        while not found.over:
            found.apply(EVALUATION.likely_action(found, stream))
        best.append(max(int(score) for score in found.scores()))
    assert sum(best) / len(best) > 75


def test_every_month_takes_its_share_of_the_uncertainty() -> None:
    dragon = new_position(CASES[0], 3)
    seen = {0: EVALUATION.uncertainty(dragon)}
    stream = dice(3)
    while not dragon.over:
        dragon.apply(dragon.random_action(stream))
        seen[int(dragon.month)] = EVALUATION.uncertainty(dragon)
    assert seen == {0: 1.0} | {month: pytest.approx(((13 - month) / 12) ** 2) for month in range(1, 13)}
