"""Records: set-ups, the groups of action cards beside moves, forced moves, and that nothing is hidden from anybody."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest

from play.records import HEAD, check, refused
from support.dragon import standard_game
from support.dragon_documents import CARDS, EVENTS, SETTINGS, groups, random_game, some_games
from support.luck import dice, seed_of
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.interface.edition import SUPER_NAMES
from tianxia.play import Match, write_record, write_record_for
from tianxia.words import catalogue

KEYS = "setup must have events and super_event, and nothing else."
SUPER = "super_event must be null exactly when the option is none, and what the option names where it names one."
DRAFT = [*("1 draft monk", "1 palace 1", "1 draft farmer", "1 palace 1")]
DRAFT += [*("2 draft monk", "2 palace 1", "2 draft healer", "2 palace 1")]
FIRST = groups(2)


def _record(*moves: str, chances: Any = (), players: int = 2, setup: Any = None, **options: Any) -> Document:
    """A record with such moves: "1 draft monk". `chances` stand beside the last move, and before it none."""
    head = {"tianxia": 1, "game": "year-of-the-dragon", "edition": "standard", "players": players, "options": options}
    told = [{"seat": int(move.partition(" ")[0]), "move": move.partition(" ")[2]} for move in moves]
    if chances != ():
        told[-1]["chance"] = chances
    return {**head, "setup": setup or {"events": EVENTS, "super_event": None}, "moves": told}


def _at(number: int, move: str, said: str) -> tuple[int, str]:
    """What is said of a move, and its number."""
    seat, _, text = move.partition(" ")
    return number, f'Move {number} (seat {seat}, "{text}"): {said}'


# ---- set-ups


@pytest.mark.parametrize(
    "setup",
    [
        *({}, {"events": EVENTS}, {"super_event": None}, {"events": EVENTS, "super_event": None, "groups": []}),
        {"event": EVENTS, "super_event": None},
    ],
)
def test_a_set_up_has_events_and_super_event_and_nothing_else(setup: Document) -> None:
    document = {**_record(), "setup": setup}
    assert refused(document) == (0, f"{HEAD}{KEYS}")


TWELVE = "events must have 12 names: 2 of each."
BROKEN_ROWS: list[tuple[str, Any]] = [
    ("events must be a list.", None),
    ("events must be a list.", "peace"),
    ("events must be a list.", {"peace": 2}),
    (TWELVE, []),
    (TWELVE, EVENTS[:-1]),
    (TWELVE, [*EVENTS, "peace"]),
    (TWELVE, [*EVENTS[:-1], "drought"]),
    ("the first 2 events must be peace.", EVENTS[::-1]),
    ("the first 2 events must be peace.", ["peace", "tribute", "peace", *EVENTS[3:]]),
    (
        "no two alike may stand side by side, but months 6 and 7 both have contagion.",
        [*EVENTS[:5], "contagion", "contagion", *EVENTS[7:11], "festival"],
    ),
    ('the edition "standard" has no event "plague".', [*EVENTS[:-1], "plague"]),
    ('the edition "standard" has no event "Peace".', ["Peace", *EVENTS[1:]]),
    ('the edition "standard" has no event "3".', [*EVENTS[:-1], 3]),
    ('the edition "standard" has no event "None".', [*EVENTS[:-1], None]),
]


@pytest.mark.parametrize(("said", "events"), BROKEN_ROWS)
def test_a_wrong_row_of_events_is_refused(said: str, events: Any) -> None:
    assert refused(_record(setup={"events": events, "super_event": None})) == (0, f"{HEAD}{said}")


@pytest.mark.parametrize("option", ["none", "random", *SUPER_NAMES])
@pytest.mark.parametrize("told", [None, *SUPER_NAMES])
def test_the_super_event_fits_the_option(option: str, told: str | None) -> None:
    """Null exactly when the option is none; any when it is random; what it names when it names one."""
    document = _record(super_event=option, setup={"events": EVENTS, "super_event": told})
    if (told is None) == (option == "none") and (option in ("none", "random") or option == told):
        assert check(document).view(None)["table"]["super_event"] == told
    else:
        assert refused(document) == (0, f"{HEAD}{SUPER}")


@pytest.mark.parametrize("told", ["storm", "Flood", "none", "random", 3, True, [], {}])
def test_an_unknown_super_event_is_refused(told: Any) -> None:
    document = _record(super_event="random", setup={"events": EVENTS, "super_event": told})
    assert refused(document) == (0, f'{HEAD}the edition "standard" has no super event "{told}".')


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("great_wall", 1, 'The option great_wall cannot be "1"; it can be false or true.'),
        ("large_privilege", "6", 'The option large_privilege cannot be "6"; it can be 7 or 6.'),
        ("large_privilege", 5, 'The option large_privilege cannot be "5"; it can be 7 or 6.'),
        (
            *("wall", True),
            'In the Year of the Dragon has no option "wall"; it has: great_wall, large_privilege and super_event.',
        ),
    ],
)
def test_unknown_options_are_refused(name: str, value: Any, said: str) -> None:
    assert refused(_record(**{name: value})) == (0, f"{HEAD}{said}")


# ---- the groups beside moves

ONLY = 'action cards are laid out only when the draft or a month ends, so no other move has a "chance".'
MISSING = 'with this move a month begins: "chance" must be the groups of action cards, a list of lists.'
FOUR_THREE = "the groups must have 4 and 3 cards."
SEVEN = f"the groups must have the cards {', '.join(CARDS[:6])} and privilege, each once."
NO_LISTS: list[Any] = [None, "taxes", 7, {"groups": FIRST}, True]
NO_GROUPS: list[Any] = [["taxes"], [None], [FIRST[0], "parade"]]
CHANCES: list[tuple[str, Any]] = [
    *((MISSING, chance) for chance in NO_LISTS),
    *(("a group must be a list of action cards.", chance) for chance in NO_GROUPS),
    *((FOUR_THREE, chance) for chance in (FIRST[:1], [*FIRST, []], [FIRST[0][:3], FIRST[1]], groups(3))),
    *((FOUR_THREE, []), (FOUR_THREE, [[]])),
    (FOUR_THREE, [[card for group in FIRST for card in group]]),
    (FOUR_THREE, groups(2, wall=True)),
    (SEVEN, [[*FIRST[0][:3], "parade"], FIRST[1]]),
    (SEVEN, [[*FIRST[0][:3], "wall"], FIRST[1]]),
    ('the edition "standard" has no action card "money".', [[*FIRST[0][:3], "money"], FIRST[1]]),
    ('the edition "standard" has no action card "None".', [[*FIRST[0][:3], None], FIRST[1]]),
    ('the edition "standard" has no action card "Taxes".', [["Taxes", *FIRST[0][1:]], FIRST[1]]),
]


@pytest.mark.parametrize(("said", "chance"), CHANCES)
def test_wrong_groups_are_refused_with_the_number_of_the_move(said: str, chance: Any) -> None:
    assert refused(_record(*DRAFT, chances=chance)) == _at(8, DRAFT[-1], said)
    assert check(_record(*DRAFT, chances=FIRST)).to_move == 2  # on top of seat 1, both on space 10


def test_groups_that_are_missing_are_refused() -> None:
    assert refused(_record(*DRAFT)) == _at(8, DRAFT[-1], MISSING)


@pytest.mark.parametrize("chance", [FIRST, [], "taxes", 3])
def test_groups_beside_any_other_move_are_refused(chance: Any) -> None:
    assert refused(_record(*DRAFT[:3], chances=chance)) == _at(3, DRAFT[2], ONLY)
    document = _record(*DRAFT, chances=FIRST)
    document["moves"].append({"seat": 2, "move": "taxes", "chance": chance})
    assert refused(document) == _at(9, "2 taxes", ONLY)


def test_no_chance_may_be_written_as_nothing() -> None:
    document = _record(*DRAFT, chances=FIRST)
    for move in document["moves"][:-1]:
        move["chance"] = None
    assert check(document).view(None)["table"]["month"] == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("wall", [False, True])
def test_the_groups_have_the_sizes_of_the_facts(players: int, wall: bool) -> None:
    """Those of another number of players, or of the other option, do not fit."""
    match = next(match for match in random_game(players, {"great_wall": wall}) if match.view(None)["table"]["month"])
    told = match.moves[-1].chance
    assert isinstance(told, list)
    assert sorted(map(len, told)) == sorted(map(len, groups(players, wall)))
    document = write_record(match)
    del document["seed"]
    for other in {2, 3, 4, 5} - {players}:
        document["moves"][-1]["chance"] = groups(other, wall)
        assert refused(document)[0] == len(match.moves)
    document["moves"][-1]["chance"] = groups(players, not wall)
    assert refused(document)[0] == len(match.moves)


# ---- random games


@cache
def _game(number: int) -> Document:
    """The record of a random game with one of the settings; every decision is a move."""
    players, options = SETTINGS[number]
    *_, match = random_game(players, options, number)
    return write_record(match)


def _finished(number: int = 0) -> Document:
    return copy.deepcopy(_game(number))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_groups_stand_where_a_month_begins_and_nowhere_else(number: int) -> None:
    """Twelve times in a game, and never on the last move."""
    document = _finished(number)
    check(document)
    with_groups = [place for place, move in enumerate(document["moves"], 1) if "chance" in move]
    assert len(with_groups) == 12
    assert with_groups[-1] < len(document["moves"])
    document["moves"][-1]["chance"] = document["moves"][with_groups[0] - 1]["chance"]
    last = document["moves"][-1]
    assert refused(document) == _at(len(document["moves"]), f"{last['seat']} {last['move']}", ONLY)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_groups_and_cards_may_stand_in_any_order(number: int) -> None:
    """With the seed too; the same game, move by move."""
    document, stream = _finished(number), dice(number)
    for move in document["moves"]:
        for group in move.get("chance", ()):
            group.sort(key=lambda _: stream.below(1000))
        move.get("chance", []).sort(key=lambda _: stream.below(1000))
    match = check(document)
    assert match.log == check(_finished(number)).log
    del document["seed"]
    assert check(document).scores == match.scores
    assert write_record(match)["moves"] == _finished(number)["moves"]  # written in one order


def test_other_groups_do_not_follow_from_the_seed() -> None:
    """Though they are possible: without the seed they are accepted."""
    changed = 0
    for place, move in enumerate(_finished()["moves"], 1):
        if "chance" in move:
            document = _finished()
            told = document["moves"][place - 1]["chance"]
            told[0][0], told[1][0] = told[1][0], told[0][0]
            del document["moves"][place:], document["scores"], document["winners"]
            said = 'The outcome in "chance" does not follow from the seed.'
            assert refused(document) == _at(place, f"{move['seat']} {move['move']}", said)
            del document["seed"]
            check(document)
            changed += 1
    assert changed == 12


@pytest.mark.parametrize("key", ["events", "super_event"])
def test_another_set_up_does_not_follow_from_the_seed(key: str) -> None:
    document = _finished(len(SETTINGS) - 1)
    assert document["options"]["super_event"] == "random"
    events, told = document["setup"]["events"], document["setup"]["super_event"]
    other = "flood" if told == "charter" else "charter"
    names = sorted(set(EVENTS[2:]))
    turned = ["peace" if name == "peace" else names[names.index(name) - 1] for name in events]
    document["setup"][key] = turned if key == "events" else other
    assert refused(document) == (0, f"{HEAD}The set-up does not follow from the seed.")


# ---- every decision is a move


def test_forced_moves_stand_in_the_record_too() -> None:
    """A match that makes them by itself writes the same record as one that leaves them to the players."""
    forced = 0
    for match in some_games():
        if not match.over and len(match.position.legal_actions()) == 1:
            forced += 1
    assert forced > 100
    players, options = SETTINGS[2]
    game = standard_game()
    *_, slow = random_game(players, options, 3)
    quick = Match.begin(game, game.setting(players, options), seed_of(3))
    while not quick.over:
        quick.move(quick.to_move or 0, slow.moves[len(quick.moves)].move)
    assert write_record(quick) == write_record(slow)
    assert any(entry.forced for entry in quick.log)


def test_a_forced_move_that_is_left_out_is_refused() -> None:
    """After `draft monk` the two palaces are alike, but `palace 1` stands in the record."""
    said = "You cannot do that now. Choose a palace for a young monk."
    assert refused(_record("1 draft monk", "1 draft farmer")) == _at(2, "1 draft farmer", said)


def test_take_is_refused_where_one_sort_alone_may_be_taken() -> None:
    moves = ["2 money", "1 money", "2 card craftsman", "2 take young craftsman"]
    document = _record(*DRAFT, chances=FIRST)
    document["moves"] += _record(*moves)["moves"]
    said = "You cannot do that now. Choose a palace for a young craftsman."
    assert refused(document) == _at(12, moves[-1], said)
    del document["moves"][-1]
    check(document).move(2, "palace 2")


def test_take_is_needed_where_two_sorts_may_be_taken() -> None:
    document = _record(*DRAFT, chances=FIRST)
    document["moves"] += _record("2 money", "1 money", "2 card monk", "2 palace 1")["moves"]
    said = "You cannot do that now. Choose the person that you take for your card."
    assert refused(document) == _at(12, "2 palace 1", said)


def test_the_number_of_an_alike_palace_is_refused_in_a_record() -> None:
    """People may write it: a match records the lowest."""
    said = "Palaces 1 and 2 are alike: a record names the first of them."
    assert refused(_record("1 draft monk", "1 palace 2")) == _at(2, "1 palace 2", said)
    match = check(_record("1 draft monk"))
    match.move(1, "palace 2")
    assert match.moves[-1].move == "palace 1"


def test_case_and_spaces_are_forgiven_in_moves_and_nothing_else() -> None:
    document = _record("1  DRAFT Monk ", "1 Palace   1")
    assert [move.move for move in check(document).moves] == ["draft monk", "palace 1"]
    assert refused(_record("1 draft tax collector"))[0] == 1
    assert refused(_record("1 d monk"))[0] == 1
    assert refused(_record("1 draft monk", "1 palace 01"))[0] == 2


# ---- nothing is hidden


@pytest.mark.parametrize("number", [0, 3, 7])
def test_records_for_a_seat_or_a_spectator_are_the_whole(number: int) -> None:
    """At many moments: all but the seed, which tells the shuffles to come."""
    players, options = SETTINGS[number]
    for match in random_game(players, options, number):
        if len(match.moves) % 25 and not match.over:
            continue
        whole = write_record(match)
        for seat in [None, *range(1, players + 1)]:
            record = write_record_for(match, seat)
            assert record == (whole if match.over else {key: whole[key] for key in whole if key != "seed"})
            again = check(record)
            assert not again.has_hidden
            assert again.view(seat) == match.view(seat) | {"sequence": again.sequence, "may_undo": False}


def test_a_hidden_card_is_refused() -> None:
    """There is nothing that anybody could not see."""
    said = 'the edition "standard" has no action card "None".'
    assert refused(_record(*DRAFT, chances=[[None] * 4, [None] * 3])) == _at(8, DRAFT[-1], said)


def test_every_refusal_of_a_set_up_or_a_chance_has_its_case() -> None:
    beginning = "year-of-the-dragon.document."
    told = {KEYS, SUPER, ONLY, MISSING, *(said for said, _ in BROKEN_ROWS), *(said for said, _ in CHANCES)}
    for key, pattern in catalogue("en").items():
        if key.startswith(beginning) and not key.startswith(f"{beginning}position"):
            first, last = pattern.partition("{")[0], pattern.rpartition("}")[2]
            assert any(sentence.startswith(first) and sentence.endswith(last) for sentence in told), key


def test_a_finished_record_is_plain_json() -> None:
    assert json.loads(json.dumps(_finished())) == _finished()
    assert "null" not in json.dumps(_finished()["moves"])
