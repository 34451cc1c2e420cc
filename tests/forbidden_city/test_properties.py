"""What must hold in every game: seeded games of the standard edition, and editions that hypothesis makes up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.city import (
    FENCE,
    SETTINGS,
    STARTS,
    dice,
    draw,
    edition_document,
    engine_rooms,
    invent,
    new_position,
    scaled,
    seed_of,
    slow_rooms,
    standard_document,
    standard_game,
    start_side,
    take_random,
    tile,
)
from support.slow_city import SlowCity
from tianxia.engine.chance import stream_of
from tianxia.engine.journal import Journal, Payment
from tianxia.engine.playout import play_out
from tianxia.games import Shelf, find_game
from tianxia.games.base import Document
from tianxia.games.forbidden_city.game import ForbiddenCity
from tianxia.games.forbidden_city.interface.notation import at_spot
from tianxia.games.forbidden_city.rules.position import SET_ASIDE, CityPosition
from tianxia.play import Match, read_record, verify
from tianxia.play.record import write_record

ALL_SETTINGS = pytest.mark.parametrize(("players", "start"), SETTINGS)

# ---- against the slow twin


def follow(document: Document, game: ForbiddenCity, players: int, start: str, number: int) -> SlowCity:
    """Play a game at random beside the slow twin: legal moves, payments and rooms are the same after every move."""
    position = new_position(game, players, start, seed_of(number))
    city = SlowCity(document, players, start)
    assert engine_rooms(game, position) == slow_rooms(city)
    stream = dice(number)
    while not position.over:
        seat, tile_id = int(position.seat), game.box.tiles[position.hand(position.seat)].id
        actions = [int(action) for action in position.legal_actions()]
        expected = city.legal(tile_id)
        if not expected:
            assert actions == [SET_ASIDE]  # ruling 11
        else:
            assert sorted((*at_spot(action >> 2), action & 3) for action in actions) == sorted(expected)
        action = actions[stream.below(len(actions))]
        position.journal = journal = Journal()
        position.apply_until_chance(action)
        if action != SET_ASIDE:
            paid = city.lay(seat, tile_id, at_spot(action >> 2), action & 3)
            rooms = [entry for entry in journal.entries if isinstance(entry, Payment) and entry.source == 0]
            assert sorted((entry.seat, entry.amount) for entry in rooms) == paid
            assert engine_rooms(game, position) == slow_rooms(city)
    last = [stack[-2:] for stack in game.write_position(position)["stacks"]]
    coins = [city.coins[seat] + sum(_last_coins(city, id) for id in last[seat]) for seat in range(players)]
    assert list(position.scores()) == coins
    assert list(position.winners()) == [seat for seat in range(players) if coins[seat] == max(coins)]
    return city


def _last_coins(city: SlowCity, id: str) -> int:
    """Ruling 12: 2 coins an advisor, 3 a dragon."""
    return sum(2 * part.advisors + 3 * part.dragons for part in city.tiles[id].parts)


@ALL_SETTINGS
def test_the_engine_agrees_with_the_slow_twin(players: int, start: str) -> None:
    """Legal moves by brute force, rooms by flood, values, payments and the end: the standard edition."""
    for number in range(scaled(4, 25)):
        follow(standard_document(), standard_game(), players, start, number)


TWINS = edition_document(
    [
        *(tile(f"twin-{n}", "....", "green 1", "green", diagonal="#") for n in range(3)),
        *(tile(f"arched-twin-{n}", "....", "green", "green dragon", diagonal="a") for n in range(2)),
        *(tile(f"bent-twin-{n}", "..#.", "green", "green 2", diagonal="#") for n in range(2)),
        *(tile(f"yard-{n}", "....", "green 1") for n in range(3)),
        *(tile(f"gate-{n}", "#a..", "green") for n in range(4)),
    ],
    FENCE,
    keep=False,
)


def _is_around(city: SlowCity) -> bool:
    """Whether some tile has both parts in one room."""
    return any(room.tiles < len(room.parts) for room in city.rooms())


def test_tiles_with_both_parts_in_one_room_agree_with_the_slow_twin() -> None:
    """Ruling 6: an edition in which it happens all the time; and it does happen."""
    game = ForbiddenCity(TWINS, "twins.toml")
    cities = [follow(TWINS, game, 2 + number % 3, "gardens", number) for number in range(scaled(9, 45))]
    assert any(map(_is_around, cities))


def test_the_largest_city_of_diagonal_tiles_agrees_with_the_slow_twin() -> None:
    """62 diagonal tiles of four seats, nine diagonal start cells but the temple: no part is mistaken for another."""
    cell = "green~green:...."
    row = f"{cell} {cell} {cell}"
    start = start_side("gardens", f"{row}\n{cell} temple:#### {cell}\n{row}")
    kinds = [("....", "#"), ("....", "a"), ("a...", "#"), ("#..a", "a")]
    entries = [
        tile(f"t{number}", kinds[number % 4][0], "green 1", "green 2", diagonal=kinds[number % 4][1])
        for number in range(62)
    ]
    document = edition_document(entries, start, keep=False)
    game = ForbiddenCity(document, "largest.toml")
    position = new_position(game, 4, "gardens", seed_of(1))
    city = SlowCity(document, 4, "gardens")
    stream = dice(1)
    while not position.over:
        seat, tile_id = int(position.seat), game.box.tiles[position.hand(position.seat)].id
        action = take_random(position, stream)
        position.apply(action)
        city.put(seat, tile_id, at_spot(action >> 2), action & 3)
    assert len(city.board) == 249
    assert engine_rooms(game, position) == slow_rooms(city)


MISFITS = edition_document(
    [
        *(tile(f"pink-{n}", "....", "pink 1") for n in range(4)),
        *(tile(f"green-{n}", "....", "green 1") for n in range(5)),
        tile("gate", "a#..", "green dragon"),
    ],
    FENCE,
    keep=False,
)


def test_tiles_set_aside_agree_with_the_slow_twin() -> None:
    """Ruling 11: an edition in which many tiles fit nowhere; and in most games some are set aside."""
    game = ForbiddenCity(MISFITS, "misfits.toml")
    games = scaled(9, 45)
    with_some = 0
    for number in range(games):
        players = 2 + number % 3
        city = follow(MISFITS, game, players, "gardens", number)
        with_some += len(city.owners) < players * (len(MISFITS["tile"]) - 2)
    assert with_some > games // 2


# ---- editions that hypothesis makes up

COLOURS = ("green", "pink", "white", "blue", "gold", "jade", "plum")
SIDES = st.text(alphabet="...#a", min_size=4, max_size=4)


def _figures(draw_one: st.DrawFn) -> list[Document]:
    """Figures for two parts: at most three advisors together, or one dragon."""
    if draw_one(st.booleans()):
        first = draw_one(st.integers(0, 3))
        return [{"advisors": first}, {"advisors": draw_one(st.integers(0, 3 - first))}]
    return draw_one(st.permutations([{"dragons": 1}, {}]))


@st.composite
def tiles(draw_one: st.DrawFn, number: int, colours: list[str]) -> Document:
    figures = _figures(draw_one)
    entry: Document = {"id": f"tile-{number}", "sides": draw_one(SIDES)}
    if draw_one(st.booleans()):
        return {**entry, "rooms": [{"colour": draw_one(st.sampled_from(colours)), **figures[0]}]}
    rooms = [{"colour": draw_one(st.sampled_from(colours)), **figure} for figure in figures]
    return {**entry, "rooms": rooms, "diagonal": draw_one(st.sampled_from("#a"))}


@st.composite
def start_sides(draw_one: st.DrawFn, id: str, colours: list[str]) -> Document:
    cells: dict[tuple[int, int], Document] = {}
    for y in (-1, 0, 1):
        for x in (-1, 0, 1):
            cells[x, y] = draw_one(_start_cells(x, y, colours))
    for (x, y), cell in cells.items():
        for direction, (dx, dy) in ((1, (1, 0)), (2, (0, 1))):
            other = cells.get((x + dx, y + dy))
            if other and len({_colour(cell, direction), _colour(other, direction + 2 & 3)} - {None}) == 2:
                cell["sides"] = cell["sides"][:direction] + "#" + cell["sides"][direction + 1 :]
    return {"id": id, "cells": list(cells.values())}


@st.composite
def _start_cells(draw_one: st.DrawFn, x: int, y: int, colours: list[str]) -> Document:
    at = [x, y]
    if (x, y) == (0, 0):
        return {"at": at, "temple": True, "sides": draw_one(st.text("#a", min_size=4, max_size=4))}
    kind = draw_one(st.sampled_from(["garden", "plain", "plain", "diagonal"]))
    if kind == "garden":
        return {"at": at, "garden": True, "sides": "####"}
    sides = draw_one(SIDES)
    if kind == "plain":
        return {"at": at, "colour": draw_one(st.sampled_from(colours)), "sides": sides}
    rooms: list[Document] = [{"colour": draw_one(st.sampled_from(colours))} for _ in range(2)]
    rooms[0]["dragons"] = draw_one(st.integers(0, 1))
    return {"at": at, "rooms": rooms, "diagonal": draw_one(st.sampled_from("#a")), "sides": sides}


def _colour(cell: Document, direction: int) -> str | None:
    """The colour of an open side of a start cell."""
    if cell["sides"][direction] != ".":
        return None
    if "rooms" in cell:
        return str(cell["rooms"][1 if direction in (1, 2) else 0]["colour"])
    return str(cell["colour"])


@st.composite
def editions(draw_one: st.DrawFn) -> Document:
    colours = draw_one(st.lists(st.sampled_from(COLOURS), min_size=1, max_size=7, unique=True))
    entries = [draw_one(tiles(number, colours)) for number in range(draw_one(st.integers(5, 9)))]
    for entry in entries[5:]:
        entry["two"] = draw_one(st.booleans())
    return {
        "edition": "made-up",
        "tile": entries,
        "start": [draw_one(start_sides(id, colours)) for id in STARTS],
    }


@settings(
    derandomize=True,
    deadline=None,
    max_examples=scaled(40, 150),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(editions(), st.integers(2, 4), st.sampled_from(STARTS), st.integers(0, 2**32))
def test_made_up_editions_agree_with_the_slow_twin(document: Document, players: int, start: str, number: int) -> None:
    """Nothing in the engine may assume the mix: one to seven colours, twins, arched diagonals, any start side."""
    follow(document, ForbiddenCity(document, "made-up.toml"), players, start, number)


# ---- money


@ALL_SETTINGS
def test_coins_enter_through_the_ledger_only(players: int, start: str) -> None:
    """After every decision the coins of a seat are the sum of its payments; none is 0, each has its round."""
    game = standard_game()
    for number in range(scaled(40, 500)):
        position = new_position(game, players, start, seed_of(number))
        position.journal = journal = Journal()
        stream = dice(number)
        coins = [0] * players
        decisions = seen = 0
        while not position.over:
            position.apply_until_chance(position.random_action(stream))
            decisions += 1
            for entry in journal.entries[seen:]:
                if isinstance(entry, Payment):
                    assert entry.amount > 0
                    assert entry.round == (decisions - 1) // players + 1
                    coins[entry.seat] += entry.amount
            seen = len(journal.entries)
            assert list(position.coins) == list(position.scores()) == coins


# ---- actions


@ALL_SETTINGS
def test_legal_actions_ascend_and_random_ones_are_legal(players: int, start: str) -> None:
    """The list, the question about one action, and the dice agree; whole games long."""
    game = standard_game()
    for number in range(scaled(4, 200)):
        position = new_position(game, players, start, seed_of(number))
        stream = dice(number)
        while not position.over:
            actions = [int(action) for action in position.legal_actions()]
            assert actions == sorted(set(actions))
            cells = {action >> 2 for action in actions}
            around = [cell * 4 + turn for cell in cells for turn in range(4)] + [SET_ASIDE]
            assert [action for action in sorted(around) if position.is_legal(action)] == actions
            action = int(position.random_action(stream))
            assert action in actions
            position.apply_until_chance(action)


def _chi_square(counts: dict[Any, int], classes: int) -> float:
    """How far from equal the counts of so many equally likely classes are."""
    expected = sum(counts.values()) / classes
    missing = classes - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


@pytest.mark.parametrize("hand", ["1 green-yard", "1 pink-pair", "1 white-gate", "1 pink-white-split"])
def test_random_actions_are_equally_likely(hand: str) -> None:
    """100 draws for each legal action; chi-square stays below mean plus five deviations (fixed dice)."""
    scene = draw(
        """
        #  g  #  A
        g  T  p  B
        #  w  #  .
        """,
        {"A": "2 green-yard r0", "B": "3 pink-pair r0"},
        hand=hand,
    )
    actions = [int(action) for action in scene.position.legal_actions()]
    counts = dict.fromkeys(actions, 0)
    stream = dice(77)
    for _ in range(100 * len(actions)):
        counts[int(scene.position.random_action(stream))] += 1
    freedom = len(actions) - 1
    assert _chi_square(counts, len(actions)) < freedom + 5 * (2 * freedom) ** 0.5


def test_random_actions_are_equally_likely_where_few_are_legal() -> None:
    """Here hardly any cell fits, so that the list is asked after many tries in vain."""
    game = invent([tile("pink-everywhere", "....", "pink 3")], FENCE)
    scene = draw(
        """
        .  ?  .
        .  A  .
        g  g  g
        g  T  g
        g  g  g
        .  B  .
        .  ?b .
        """,
        {"A": "1 green-gate r3", "B": "2 green-gate r1"},
        hand="3 pink-everywhere",
        game=game,
    )
    assert [int(action) for action in scene.position.legal_actions()] == [scene.action(0, "?"), scene.action(0, "?b")]
    stream = dice(78)
    upper = sum(int(scene.position.random_action(stream)) == scene.action(0, "?") for _ in range(2000))
    assert 1000 - 110 < upper < 1000 + 110  # five deviations


# ---- copies


def _picture(game: ForbiddenCity, position: CityPosition) -> tuple[object, ...]:
    """All that a position holds, as plain data."""
    legal = [] if position.over else [int(action) for action in position.legal_actions()]
    return (game.write_position(position), list(position.coins), legal, game.table(position))


@ALL_SETTINGS
def test_a_clone_shares_nothing_that_changes(players: int, start: str) -> None:
    """Played to its end, the clone leaves the original as it was; and the other way round."""
    game = standard_game()
    for number in range(scaled(3, 60)):
        position = new_position(game, players, start, seed_of(number))
        stream = dice(number)
        for _ in range(7 * number % 50):
            position.apply(take_random(position, stream))
        position.journal = journal = Journal()
        clone = position.clone()
        assert clone.journal is None
        before = _picture(game, position)
        assert _picture(game, clone) == before
        play_out(clone, stream)
        assert (_picture(game, position), journal.entries) == (before, [])
        clone = position.clone()
        play_out(position, stream)
        assert _picture(game, clone) == before


def test_a_clone_sets_aside_by_itself() -> None:
    """Ruling 11: tiles that the clone sets aside, and diagonal tiles that it lays, are not the original's."""
    for document, moves in ((MISFITS, 6), (TWINS, 20)):
        game = ForbiddenCity(document, "invented.toml")
        for number in range(6):
            position = new_position(game, 3, "gardens", seed_of(number))
            stream = dice(number)
            for _ in range(moves):
                position.apply(take_random(position, stream))
            before = (_picture(game, position), engine_rooms(game, position))
            clone = position.clone()
            play_out(clone, stream)
            assert (_picture(game, position), engine_rooms(game, position)) == before


def test_a_clone_of_an_undealt_position_is_dealt_by_itself() -> None:
    """While chance deals, the stacks do change: they are copied too."""
    game = standard_game()
    position = game.new(game.setting(3))
    position.settle(position.outcomes()[5])
    clone = position.clone()
    before = game.write_setup(position)
    while clone.awaits_chance:
        outcomes = clone.outcomes()
        clone.settle(outcomes[len(outcomes) - 1])
    assert game.write_setup(position) == before
    assert position.awaits_chance
    assert game.write_setup(clone) != before


# ---- documents


def _random_match(game: ForbiddenCity, players: int, start: str, number: int, moves: int | None = None) -> Match:
    match = Match.begin(game, game.setting(players, {"start": start}), seed_of(number))
    stream = dice(number)
    while not match.over and (moves is None or len(match.moves) < moves):
        seat, legal = match.to_move, match.legal_moves()
        assert seat is not None
        match.move(seat, legal[stream.below(len(legal))])
    return match


@ALL_SETTINGS
def test_a_record_replays_to_the_same_position(players: int, start: str) -> None:
    """Through JSON: the same position, ledger, scores and winners, at the end and in the middle of a game."""
    game = standard_game()
    for number in range(scaled(2, 60)):
        match = _random_match(game, players, start, number, moves=None if number % 2 else 10 + number)
        again = verify(read_record(json.loads(json.dumps(write_record(match)))), Shelf())
        assert _picture(game, again.position) == _picture(game, match.position)
        assert (again.ledger, again.scores, again.winners) == (match.ledger, match.scores, match.winners)
        assert write_record(again) == write_record(match)


@ALL_SETTINGS
def test_a_position_document_reads_back_the_same(players: int, start: str) -> None:
    """It gives the same picture at once, the same views, and, with the same dice, the same game to the end."""
    game = standard_game()
    setting = game.setting(players, {"start": start})
    for number in range(scaled(6, 60)):
        match = _random_match(game, players, start, number, moves=number * 17 % 90)
        document = json.loads(json.dumps(game.write_position(match.position)))
        again = game.read_position(setting, document, match.scores)
        assert _picture(game, again) == _picture(game, match.position)
        for seat in range(players):
            assert game.own(again, seat) == game.own(match.position, seat)
        play_out(match.position, dice(number))
        play_out(again, dice(number))
        assert _picture(game, again) == _picture(game, match.position)


def test_a_position_with_tiles_set_aside_reads_back_the_same() -> None:
    """Ruling 11: they are named by seat, and stay out of the game."""
    game = ForbiddenCity(MISFITS, "misfits.toml")
    setting = game.setting(3)
    match = _random_match(game, 3, "gardens", 4, moves=14)
    document = game.write_position(match.position)
    assert sum(len(ids) for ids in document["set_aside"]) > 0
    again = game.read_position(setting, document, match.scores)
    assert _picture(game, again) == _picture(game, match.position)
    play_out(match.position, dice(4))
    play_out(again, dice(4))
    assert _picture(game, again) == _picture(game, match.position)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_legal_while_no_seat_is_to_move(players: int) -> None:
    """Before the deal and after the end."""
    game = find_game("forbidden-city")
    position = game.new(game.setting(players))
    assert list(position.legal_actions()) == []
    position.deal(bytes(16))
    play_out(position, stream_of(bytes(16), 1))
    assert position.over
    assert list(position.legal_actions()) == []
