"""How programs judge Forbidden City: small puzzles, and what must hold in every game."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain

import pytest

from support.builds import trace_in_other_build
from support.city import FENCE, SETTINGS, Scene, dice, draw, invent, new_position, seed_of, standard_game, tile
from support.luck import scaled
from tianxia.games.forbidden_city.evaluation.evaluation import COINS_A_TURN
from tianxia.games.forbidden_city.evaluation.survey import Survey, turns_left
from tianxia.games.forbidden_city.game import ForbiddenCity
from tianxia.games.forbidden_city.rules.position import SET_ASIDE, CityPosition
from tianxia.players import choose_fairly, make_player

HALLS = invent(
    [
        *(tile(f"pink-hall-{advisors}", "#.#.", f"pink {advisors}") for advisors in range(4)),
        *(tile(f"green-hall-{advisors}", "#.#.", f"green {advisors}") for advisors in range(4)),
        tile("green-dragon-hall", "#.#.", "green dragon"),
        tile("pink-end", "###.", "pink"),
        tile("pink-end-2", "###.", "pink 2"),
        tile("pink-arch-end", "#a#.", "pink"),
        tile("white-end", "###.", "white"),
        tile("den", "###a", "white 1"),
    ]
)
"""Corridors, ends that close them, and a den: a room of one tile, closed as it is laid."""

CORRIDOR = """
    #  g  #  .  .  .  .
    g  T  p  A  B  C  ?
    #  w  #  .  .  .  .
    """


def greedy_move(scene: Scene) -> int:
    return choose_fairly(make_player("greedy", scene.game), scene.position, bytes(16), 0)


def corridor(*owners: str, hand: str, rounds: int = 8) -> Scene:
    """A pink corridor to the east, open at its end."""
    legend = {word: f"{owner} r0" for word, owner in zip("ABC", owners, strict=True)}
    return draw(CORRIDOR, legend, hand=hand, game=HALLS, rounds=rounds)


# ---- puzzles


def test_close_the_room_in_which_you_lead() -> None:
    scene = corridor("1 pink-hall-3", "1 pink-hall-1", "2 pink-hall-1", hand="1 pink-end")
    assert greedy_move(scene) == scene.action(turn=0)


def test_do_not_close_a_room_that_pays_a_rival_alone() -> None:
    scene = corridor("2 pink-hall-3", "2 pink-hall-1", "2 pink-hall-2", hand="1 pink-end")
    assert greedy_move(scene) >> 2 != scene.action(turn=0) >> 2


def test_come_into_a_rivals_room_with_more_advisors_and_close_it() -> None:
    scene = corridor("2 pink-hall-1", "2 pink-hall-0", "3 pink-hall-0", hand="1 pink-end-2")
    assert greedy_move(scene) == scene.action(turn=0)


def test_do_not_send_two_advisors_where_they_are_beaten() -> None:
    scene = corridor("2 pink-hall-3", "2 pink-hall-0", "3 pink-hall-3", hand="1 pink-end-2")
    assert greedy_move(scene) >> 2 != scene.action(turn=0) >> 2


def test_build_a_small_room_with_a_passage_to_a_great_one() -> None:
    scene = corridor("2 pink-hall-3", "2 pink-hall-1", "3 pink-arch-end", hand="1 den")
    assert greedy_move(scene) == scene.action(turn=0)  # 1 coin, and 4 for the closed room behind the archway


def test_a_dragon_goes_into_your_own_room() -> None:
    scene = draw(
        """
        .  .  .  .  ?  .
        .  .  .  .  A  .
        .  .  .  #  g  #
        ?b C  B  g  T  p
        .  .  .  #  w  #
        """,
        {"A": "1 green-hall-2 r1", "B": "2 green-hall-2 r0", "C": "2 green-hall-0 r0"},
        hand="1 green-dragon-hall",
        game=HALLS,
        rounds=8,
    )
    assert greedy_move(scene) >> 2 == scene.action(turn=0) >> 2


TWO_ROOMS = """
    #  g  #  .  .  .
    g  T  p  A  B  ?
    #  w  #  .  .  .
    """


def test_in_the_last_turn_of_all_take_few_coins_rather_than_build_on() -> None:
    """A corner can close itself off for two coins, or bring two advisors into the corridor and leave it open."""
    legend = {"A": "4 pink-hall-1 r0", "B": "3 pink-hall-1 r0"}
    scene = draw(TWO_ROOMS, legend, hand="4 pink-corner", game=HALLS, rounds=1)
    ahead = scene.position.clone()
    ahead.play_tile(greedy_move(scene))
    assert ahead.coins[3] >= 2


# ---- what must hold in every game


TWINS = invent(
    [
        tile("twin", "....", "green 1", "green 2", diagonal="#"),
        tile("arched", "..a.", "pink 1", "white", diagonal="a"),
        tile("cell", "####", "pink 3"),
        tile("porous", "aaaa", "white 2"),
        tile("blue", "....", "blue 1"),
    ],
    FENCE,
)
"""An edition with everything that the standard one does not have; on this start tile some tiles fit nowhere."""


def positions(game: ForbiddenCity, players: int, start: str, number: int) -> Iterator[CityPosition]:
    """A game, move by move, by players who are sensible two times out of three."""
    position = new_position(game, players, start, seed_of(number))
    evaluation = game.evaluation()
    stream = dice(number)
    while not position.over:
        yield position
        sensible = stream.below(3) > 0
        chosen = evaluation.likely_action(position, stream) if sensible else position.random_action(stream)
        position.apply(chosen)
    yield position


@pytest.mark.parametrize("game", [standard_game(), TWINS], ids=["standard", "invented"])
@pytest.mark.parametrize(("players", "start"), SETTINGS)
def test_every_position_can_be_judged_and_stays_as_it_was(game: ForbiddenCity, players: int, start: str) -> None:
    evaluation = game.evaluation()
    set_aside = 0
    for position in positions(game, players, start, 1):
        before = game.write_position(position)
        worth = list(evaluation.expected_scores(position))
        assert len(worth) == players
        assert all(expected >= int(coins) for expected, coins in zip(worth, position.coins, strict=True))
        if not position.over:
            actions = position.legal_actions()
            assert len(evaluation.score_moves(position, actions)) == len(actions)
            assert evaluation.likely_action(position, dice(2)) in list(actions)
            set_aside += actions[0] == SET_ASIDE
        assert game.write_position(position) == before
    assert worth == [float(coins) for coins in position.scores()]
    assert (set_aside > 0) == (game is TWINS and start == "gardens")


def test_a_position_that_awaits_its_deal_promises_the_same_to_all() -> None:
    game = standard_game()
    undealt = list(game.evaluation().expected_scores(game.new(game.setting(4))))
    assert len(set(undealt)) == 1
    last_tiles = 2 * (33 * 2 + 3 * 3) / 24  # two tiles of 24, with 33 advisors and 3 dragons
    assert undealt[0] == pytest.approx(last_tiles + 22 * COINS_A_TURN)


@pytest.mark.parametrize(("players", "start"), SETTINGS)
def test_weighing_a_placement_is_the_same_as_a_survey_after_it(players: int, start: str) -> None:
    assert max(differences(standard_game(), players, start)) < 1e-9


def test_tiles_that_show_one_colour_twice_are_weighed_nearly_as_a_survey_would() -> None:
    """Rooms that share such tiles are summed up as if they did not: one placement of 500, at most."""
    found = [difference for setting in SETTINGS for difference in differences(TWINS, *setting)]
    assert 0 < sum(difference > 1e-9 for difference in found) < len(found) / 500


def differences(game: ForbiddenCity, players: int, start: str) -> Iterator[float]:
    """By how many coins each placement of some games is misjudged, compared with a survey after it."""
    evaluation = game.evaluation()
    games = (positions(game, players, start, 3 + number) for number in range(scaled(2, 6)))
    for position in chain.from_iterable(games):
        actions = position.legal_actions()
        if position.over or actions[0] == SET_ASIDE:
            continue
        turns = turns_left(position) - 1
        stakes = [1.0 if seat == position.seat else -1.0 / (players - 1) for seat in range(players)]
        before = _outlook(position, turns, stakes)
        for action, weight in zip(actions, evaluation.score_moves(position, actions), strict=True):
            ahead = position.clone()
            ahead.play_tile(action)
            yield abs(_outlook(ahead, turns, stakes) - before - weight)


def _outlook(position: CityPosition, turns: int, stakes: list[float]) -> float:
    promises = Survey(position, turns).promises()
    return sum(
        stake * (int(coins) + promise) for stake, coins, promise in zip(stakes, position.coins, promises, strict=True)
    )


def test_greedy_is_no_straw_man() -> None:
    """Four greedy players: the winner has 65 coins or more on average."""
    best = []
    for number in range(12):
        position = new_position(standard_game(), 4, "gardens", seed_of(number))
        while not position.over:
            position.apply(standard_game().evaluation().likely_action(position, dice(number)))
        best.append(max(position.coins))
    assert sum(best) / len(best) >= 65


# ---- both builds


def trace_games(games: int) -> str:
    """A checksum over the choices of greedy players in so many games of every setting."""
    digest = sha256()
    game = standard_game()
    for players, start in SETTINGS:
        for number in range(games):
            position = new_position(game, players, start, seed_of(number))
            count = 0
            while not position.over:
                chosen = choose_fairly(make_player("greedy", game), position, seed_of(number), count)
                digest.update(f"{chosen} ".encode())
                position.apply(chosen)
                count += 1
    return digest.hexdigest()


def test_the_other_build_chooses_the_same() -> None:
    assert trace_in_other_build("forbidden_city.test_evaluation", 2) == trace_games(2)
