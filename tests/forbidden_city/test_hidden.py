"""What chance deals and what a seat cannot know: dealing step by step, and `determinize`."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest

from support.city import (
    SETTINGS,
    Scene,
    dice,
    draw,
    new_position,
    scaled,
    seed_of,
    standard_game,
    take_random,
)
from tianxia.engine.chance import Stream
from tianxia.engine.playout import play_out
from tianxia.engine.position import SPECTATOR
from tianxia.errors import ImpossibleOutcomeError
from tianxia.games.forbidden_city.rules.position import CityPosition
from tianxia.play import Match

ALL_SETTINGS = pytest.mark.parametrize(("players", "start"), SETTINGS)

# ---- dealing


@ALL_SETTINGS
def test_dealing_step_by_step_is_the_same_as_reading_the_set_up(players: int, start: str) -> None:
    """Every tile of every stack is an event of its own, and nothing else is."""
    game = standard_game()
    setting = game.setting(players, {"start": start})
    dealt = new_position(game, players, start, seed_of(3))
    setup = game.write_setup(dealt)
    read = game.new(setting)
    game.read_setup(read, setup)
    stepped = game.new(setting)
    for stack in setup["stacks"]:
        for tile in stack:
            assert stepped.awaits_chance
            number = game.box.tile_number(tile)
            assert number is not None
            stepped.settle_checked(number)
    for position in (stepped, read):
        assert not position.awaits_chance
        assert game.write_position(position) == game.write_position(dealt)
        assert list(position.legal_actions()) == list(dealt.legal_actions())
        assert play_out(position, dice(1)) == players * (28 if players == 2 else 22)
    play_out(dealt, dice(1))
    assert list(stepped.scores()) == list(read.scores()) == list(dealt.scores())


@ALL_SETTINGS
def test_the_outcomes_are_the_tiles_of_the_seat_that_are_left(players: int, start: str) -> None:
    """Ascending, each as likely, each once a seat."""
    game = standard_game()
    position = game.new(game.setting(players, {"start": start}))
    stream = dice(4)
    box = [number for number, piece in enumerate(game.box.tiles) if players == 2 or not piece.two]
    for _ in range(players):
        left = list(box)
        while left:
            assert [int(outcome) for outcome in position.outcomes()] == left
            assert [int(weight) for weight in position.weights()] == [1] * len(left)
            position.settle(left.pop(int(stream.below(len(left)))))
    assert not position.awaits_chance
    assert len(position.outcomes()) == len(position.weights()) == 0


def test_an_impossible_outcome_is_refused() -> None:
    """A tile dealt already, one of the 2-player game, one that does not exist, one more when all is dealt."""
    game = standard_game()
    position = game.new(game.setting(3))
    first = int(position.outcomes()[0])
    position.settle_checked(first)
    two = next(number for number, piece in enumerate(game.box.tiles) if piece.two)
    for outcome in (first, two, len(game.box.tiles), -1, 10**6):
        with pytest.raises(ImpossibleOutcomeError) as refusal:
            position.settle_checked(outcome)
        assert str(refusal.value) == f"The outcome {outcome} is impossible here."
    assert len(position.outcomes()) == 23
    position.deal(seed_of(1))
    with pytest.raises(ImpossibleOutcomeError):
        position.settle_checked(5)


def test_the_next_seat_may_be_dealt_a_tile_that_another_has() -> None:
    """Every seat has its own box."""
    game = standard_game()
    position = game.new(game.setting(4))
    first = int(position.outcomes()[0])
    while position.dealt < 24:
        position.settle_checked(int(position.outcomes()[0]))
    position.settle_checked(first)
    assert position.dealt == 25


def test_a_move_brings_no_outcomes() -> None:
    """After the deal nothing is left to chance: an outcome told beside a move is refused, and nothing is played."""
    game = standard_game()
    position = new_position(game, 2, "gardens", seed_of(6))
    before = game.write_position(position)
    action = take_random(position, dice(6))
    with pytest.raises(ImpossibleOutcomeError):
        position.apply_with(action, [3])
    assert game.write_position(position) == before
    position.apply_with(action, [])
    assert len(game.write_position(position)["laid"]) == 1


def test_every_tile_is_on_top_equally_often() -> None:
    """The deal of 1,200 seeds with four players: chi-square of 24 tiles stays below mean plus five deviations."""
    game = standard_game()
    tops: Counter[str] = Counter()
    for number in range(1200):
        tops.update(stack[0] for stack in game.write_setup(new_position(game, 4, "gardens", seed_of(number)))["stacks"])
    assert len(tops) == 24
    assert sum((count - 200) ** 2 / 200 for count in tops.values()) < 23 + 5 * 46**0.5


# ---- what a seat sees stays, all else is drawn afresh


@ALL_SETTINGS
def test_hiding_changes_nothing_that_the_seat_can_see(players: int, start: str) -> None:
    """The view of the seat, its legal moves, the log and the ledger; and the original of a clone stays untouched."""
    game = standard_game()
    redrawn = 0
    for number in range(scaled(2, 20)):
        match = Match.begin(game, game.setting(players, {"start": start}), seed_of(number))
        stream = dice(number)
        while not match.over:
            original = match.position
            whole = game.write_position(original)
            for seat in (None, *range(1, players + 1)):
                before = match.view(seat)
                hidden = original.clone()
                hidden.determinize(SPECTATOR if seat is None else seat - 1, stream)
                match.position = hidden
                assert match.view(seat) == before
                match.position = original
                assert game.write_position(original) == whole
                redrawn += game.write_position(hidden) != whole
            legal = match.legal_moves()
            seat_to_move = match.to_move
            assert seat_to_move is not None
            match.move(seat_to_move, legal[stream.below(len(legal))])
    assert redrawn > players * 50


@ALL_SETTINGS
def test_hiding_keeps_the_tiles_of_every_seat(players: int, start: str) -> None:
    """A redrawn game has the same tiles in other places, and plays to its end."""
    game = standard_game()
    stream = dice(9)
    for number in range(scaled(5, 170)):
        position = new_position(game, players, start, seed_of(number))
        for _ in range(number * 13 % (22 * players)):
            position.apply(take_random(position, stream))
        before = game.write_position(position)
        position.determinize(number % players, stream)
        after = game.write_position(position)
        assert [sorted(stack) for stack in after["stacks"]] == [sorted(stack) for stack in before["stacks"]]
        assert {**after, "stacks": None} == {**before, "stacks": None}
        play_out(position, stream)
        table = game.table(position)
        assert len(table["cells"]) + sum(map(len, table["set_aside"])) == 9 + players * (28 if players == 2 else 22)


def test_nothing_is_hidden_once_the_game_is_over() -> None:
    """Ruling 12: the last tiles lie open."""
    game = standard_game()
    position = new_position(game, 3, "halls", seed_of(1))
    play_out(position, dice(1))
    before = (game.write_position(position), game.table(position))
    for seat in (SPECTATOR, 0, 1, 2):
        position.determinize(seat, dice(2))
        assert (game.write_position(position), game.table(position)) == before


BOARD = """
    #  g  #  .
    g  T  p  ?
    #  w  #  .
    """


def _redraws(scene: Scene, seat: int, times: int, stream: Stream) -> Counter[str]:
    """How often each state of all stacks comes out of `determinize`."""
    counts: Counter[str] = Counter()
    for _ in range(times):
        hidden: CityPosition = scene.position.clone()
        hidden.determinize(seat, stream)
        counts[str(scene.game.write_position(hidden)["stacks"])] += 1
    return counts


HIDING = [
    # the seat to move, the seat that looks, how many tiles of each stack it cannot know
    ("1 pink-yard", 0, 1, (2, 3)),  # its own hand is known, those left over are not
    ("1 pink-yard", 1, 1, (3, 2)),
    ("1 pink-yard", SPECTATOR, 1, (3, 3)),
    ("2 pink-yard", 0, 1, (2, 3)),  # seat 1 has played its last tile: it holds none, and knows nothing of the two
    ("2 pink-yard", 1, 1, (2, 2)),
    ("2 pink-yard", 0, 2, (2, 4)),  # seat 1 has moved, and drawn its next tile
    ("2 pink-yard", 1, 2, (3, 3)),
    ("2 pink-yard", SPECTATOR, 2, (3, 4)),
]


@pytest.mark.parametrize(("hand", "seat", "rounds", "unknown"), HIDING)
def test_all_that_a_seat_cannot_know_is_redrawn_with_equal_chances(
    hand: str, seat: int, rounds: int, unknown: tuple[int, int]
) -> None:
    """Every order of the unknown tiles comes out, no other, and chi-square stays below mean plus five deviations."""
    scene = draw(BOARD, hand=hand, players=2, rounds=rounds)
    classes = factorial(unknown[0]) * factorial(unknown[1])
    counts = _redraws(scene, seat, 60 * classes, dice(21))
    assert len(counts) == classes
    freedom = classes - 1
    assert sum((count - 60) ** 2 / 60 for count in counts.values()) < freedom + 5 * (2 * freedom) ** 0.5


def test_the_stacks_of_all_seats_are_redrawn_independently() -> None:
    """Three seats: each pair of orders comes out, also together."""
    scene = draw(BOARD, hand="1 pink-yard", players=3, rounds=1)
    counts = _redraws(scene, 0, 7200, dice(22))
    assert len(counts) == 2 * 6 * 6
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 71 + 5 * 142**0.5
