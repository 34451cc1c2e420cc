"""How programs judge The Emperor of China: small puzzles, and whole games in which nothing may go wrong."""

from __future__ import annotations

import pytest

from contract.cases import Case, cases_of
from support.builds import trace_in_other_build
from support.emperor import draw, small_game
from support.emperor_choices import trace_games
from support.emperor_games import CASES, invented_edition, new_position
from support.luck import dice, scaled
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.games.emperor_of_china.rules.position import EmperorPosition
from tianxia.play import Match
from tianxia.players import choose_fairly, make_player

SMALL = list(cases_of(small_game()))
GAMES = scaled(interpreted=1, compiled=10)
LAST_TURN = """
    Y:
    R:
    B:
    row:
    pile:
"""
"""Nobody else has a card, and none is left to draw."""


def best_move(match: Match) -> str:
    """What greedy does."""
    action = choose_fairly(make_player("greedy", match.game), match.position, bytes(16), 0)
    return match.game.print_move(match.position, action)


# ---- puzzles


def test_in_the_last_turn_a_lead_is_taken() -> None:
    """With a second house in Han Purple is first there too, 5 points for 2; one in Qi would bring 2."""
    match = draw(
        LAST_TURN
        + """
        han:  Y Y P R .
        qi:   Y . . . . .
        P:    green yellow
        """
    )
    assert best_move(match) == "house han-5 green"


def test_a_house_comes_behind_the_strongest() -> None:
    """A first house in Chu scores what Yellow has there: 4; one in Qi would be first of 2, one in Wei third."""
    match = draw(
        LAST_TURN
        + """
        chu:  Y Y Y Y . . . .
        qi:   Y . . . . .
        wei:  Y Y R . . . .
        P:    purple yellow red
        """
    )
    assert best_move(match).startswith("house chu")


def test_a_row_is_joined() -> None:
    """Wei-1, wei-5, han-1 and han-4 are a row; wei-2 would score as much for houses, and no row."""
    match = draw(
        LAST_TURN
        + """
        wei:  P . Y Y . P Y
        han:  P Y Y P Y
        P:    red
        """
    )
    assert best_move(match) == "house wei-5 red"


def test_a_tie_is_broken() -> None:
    """Purple gets 1 point more in either region; in Zhao Yellow falls behind, and loses one."""
    match = draw(
        LAST_TURN
        + """
        zhao: Y Y P P .
        lu:   P P . .
        P:    orange
        """
    )
    assert best_move(match) == "house zhao-5 orange"


def test_an_emissary_completes_an_alliance() -> None:
    """Most emissaries in Han already: with one in Chu the two regions are allied."""
    match = draw(
        """
        han:  P P P Y Y   emissaries P3
        chu:  Y Y Y R R R B B
        P:    purple green green
        """
    )
    assert best_move(match).startswith("emissary chu")


def test_a_second_piece_is_placed_while_it_can_be_paid() -> None:
    match = draw(
        """
        wei:  P Y . . . . .
        P:    red red green
        """
    )
    position = match.position
    action = choose_fairly(make_player("greedy", match.game), position, bytes(16), 0)
    position.apply(action)
    second = choose_fairly(make_player("greedy", match.game), position, bytes(16), 1)
    assert match.game.print_move(position, second) != "done"


def test_a_pair_is_drawn() -> None:
    """Two pieces in one turn want two cards alike."""
    match = draw(
        """
        wei:  P Y . . . . .
        chu:  Y P . . . . . .
        P:    red green yellow
        row:  purple red orange orange
        """
    )
    match.move(1, "exchange yellow")
    assert best_move(match) == "take red"


def test_a_fortification_is_built_on() -> None:
    match = draw(
        LAST_TURN
        + """
        lu:   P . [.] Y
        P:    orange
        """,
        forts="Y",
    )
    assert best_move(match) == "house lu-3 orange"


def test_a_fortification_comes_with_its_house() -> None:
    """Five houses scored double are worth more than a second house."""
    match = draw(
        LAST_TURN
        + """
        chu:  P P P P . Y Y Y
        P:    purple purple
        """,
        forts="",
    )
    assert best_move(match) == "fortification chu-5 purple"


def test_what_nobody_can_take_away_is_worth_its_points() -> None:
    """Four of Purple's houses in Lu are scored already, and a row; nothing else is on the board."""
    lone = draw("lu: P P P Y", ledger=[{"seat": 1, "amount": 4, "source": "houses", "where": "lu", "round": 1}])
    worth = lone.game.evaluation().expected_scores(lone.position)
    assert worth[0] > worth[1] + 3
    assert worth[1] >= worth[2]


# ---- whole games


@pytest.mark.parametrize("case", [*CASES, *SMALL], ids=str)
def test_positions_and_moves_of_whole_games_are_judged(case: Case) -> None:
    for number in range(GAMES):
        check_game(case, new_position(case, number), number)


@pytest.mark.parametrize("number", range(12))
def test_so_are_those_of_invented_editions(number: int) -> None:
    game = EmperorOfChina(invented_edition(number), "invented.toml")
    for case in cases_of(game):
        check_game(case, new_position(case, number), number)


def check_game(case: Case, position: EmperorPosition, number: int) -> None:
    """Random moves and quick ones by turns; judging changes nothing, and is right in the end."""
    evaluation, stream = case.game.evaluation(), dice(number)
    while not position.over:
        before = case.game.write_position(position)
        actions = position.legal_actions()
        assert len(evaluation.score_moves(position, actions)) == len(actions)
        assert len(evaluation.expected_scores(position)) == case.players
        likely = evaluation.likely_action(position, stream)
        assert position.is_legal(likely)
        assert case.game.write_position(position) == before
        ahead = position.clone()
        ahead.apply_until_chance(likely)
        assert len(evaluation.expected_scores(ahead)) == case.players  # chance may be awaited
        position.apply(likely if number % 2 else position.random_action(stream))
    assert list(evaluation.expected_scores(position)) == [float(points) for points in position.scores()]


def test_greedy_beats_random() -> None:
    case = CASES[0]
    lead = 0
    for number in range(6):
        position, stream = new_position(case, number), dice(number)
        seat = number % case.players
        greedy, random = make_player("greedy", case.game), make_player("random", case.game)
        while not position.over:
            position.apply((greedy if position.seat == seat else random).choose(position, stream))
        scores = [int(points) for points in position.scores()]
        lead += scores.pop(seat) - max(scores)
    assert lead > 60


def test_both_builds_choose_the_same() -> None:
    assert trace_in_other_build("support.emperor_choices", 1) == trace_games(1)


def test_the_course_of_a_game_gets_clearer_with_the_rounds() -> None:
    emperor = new_position(CASES[0], 1)
    evaluation = CASES[0].game.evaluation()
    seen = [evaluation.uncertainty(emperor)]
    stream = dice(1)
    while not emperor.over:
        seen.append(evaluation.uncertainty(emperor))
        emperor.apply(emperor.random_action(stream))
    assert seen[0] == 1.0
    assert all(0 < uncertainty <= 1 for uncertainty in seen)
    assert seen[len(seen) // 2] < 0.75
    assert seen[-1] < 0.25
