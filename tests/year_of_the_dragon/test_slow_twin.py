"""The slow twin of In the Year of the Dragon by itself: every worked example of the rulebook."""

from __future__ import annotations

from support.slow_dragon import SlowDragon
from support.slow_dragon_positions import (
    ANNA,
    BEN,
    CLARA,
    DORA,
    EMIL,
    STANDARD,
    begin,
    lay_out,
    play,
    points,
    table,
    write_palaces,
)

ROW = ["peace", "peace", *["tribute", "drought", "mongols", "festival", "contagion"] * 2]


def start(players: int, super_event: str | None = None, great_wall: bool = False) -> SlowDragon:
    twin = SlowDragon(STANDARD, players, great_wall, super_event or "none", 7)
    twin.set_up(ROW, super_event)
    return twin


# ---- before the game begins


def test_example_draft() -> None:
    twin = play(start(5), "draft tax-collector", "palace 1", "draft scholar", "palace 2")
    assert (twin.seat, twin.track[0]) == (BEN, (ANNA, 7))
    play(twin, "draft tax-collector", "palace 1", "draft farmer", "palace 1")
    assert twin.track[:2] == [(BEN, 7), (ANNA, 7)]  # on top of her
    play(twin, "draft scholar", "palace 1", "draft farmer", "palace 1")
    assert twin.track == [(CLARA, 8), (BEN, 7), (ANNA, 7), (DORA, 0), (EMIL, 0)]
    closed = {"tax-collector": {"scholar", "farmer"}, "scholar": {"tax-collector", "farmer"}, "monk": set[str]()}
    assert len(twin.legal()) == 9
    for first, others in closed.items():
        trial = play(twin.copy(), f"draft {first}", "palace 1")
        drafts = {move.removeprefix("draft ") for move in trial.legal()}
        assert drafts == set(twin.people) - {first} - others


# ---- first phase: action


def test_example_turn_order_from_stacks() -> None:
    """The picture shows yellow, green, blue, purple, red: from the farthest space, in each from top to bottom."""
    yellow, green, blue, purple, red = 4, 2, 5, 1, 3
    twin = table(["2"] * 5)
    twin.stacks = {9: [yellow], 5: [red], 7: [green, blue, purple]}
    lay_out(twin, "taxes build", "harvest fireworks", "parade", "research", "privilege")
    assert twin.order == [yellow, green, blue, purple, red]
    assert twin.seat == yellow
    play(twin, "parade")  # does not change the order of this phase
    assert twin.seat == green


def test_example_dora_pays_for_a_group_with_two_dragons() -> None:
    twin = table(["2"] * 4, yuan=[6, 6, 2, 3])
    twin.stacks = {8: [ANNA, BEN], 0: [DORA, CLARA]}
    lay_out(twin, "taxes build", "harvest fireworks", "parade research", "privilege")
    play(twin, "taxes", "taxes")
    assert twin.yuan == [8, 5, 2, 3]
    assert twin.dragons[0] == [ANNA, BEN]
    assert {"taxes", "build", "privilege small"} <= set(twin.legal())
    play(twin, "build", "floor new")
    assert twin.yuan[DORA - 1] == 0
    assert not {"taxes", "build"} & set(twin.legal())  # Clara has 2 yuan


def test_example_emil_takes_money() -> None:
    twin = lay_out(table(["2", "2"], yuan=[1, 5]), "taxes build harvest fireworks", "parade research privilege")
    play(twin, "money")
    assert twin.yuan == [3, 5]
    play(twin, "money")  # gives nothing, but may be chosen
    assert twin.yuan == [3, 5]
    assert twin.dragons == [[], []]


def test_example_taxes() -> None:
    twin = table(["2 tax-collector | 1 tax-collector", "2", "2 monk"], yuan=[4, 6, 1])
    twin.stacks = {5: [CLARA], 3: [ANNA], 0: [BEN]}
    lay_out(twin, "taxes build harvest", "fireworks parade", "research privilege")
    play(twin, "taxes")
    assert twin.yuan[CLARA - 1] == 3
    play(twin, "taxes")
    assert twin.yuan[ANNA - 1] == 4 - 3 + 8


def test_example_build() -> None:
    twin = lay_out(table(["2 craftsman craftsman | 1", "2"]), "taxes build harvest fireworks", "parade")
    play(twin, "build")
    assert twin.legal() == ["floor 1", "floor 2", "floor new"]
    play(twin, "floor 2", "floor 2")
    assert twin.legal() == ["floor 1", "floor new"]
    play(twin, "floor new")
    assert write_palaces(twin, ANNA) == "2 craftsman craftsman | 3 | 1"
    assert twin.seat == BEN


def test_example_harvest() -> None:
    twin = lay_out(table(["2 farmer old-farmer", "2"]), "harvest", "taxes")
    assert play(twin, "harvest").rice == [4, 0]


def test_example_parade() -> None:
    twin = lay_out(table(["2 old-warrior | 2 old-warrior", "2"]), "parade", "taxes")
    assert play(twin, "parade").track == [(ANNA, 5), (BEN, 0)]


def test_example_research() -> None:
    twin = lay_out(table(["2 scholar old-scholar", "2"], month=4), "research", "taxes")
    play(twin, "research")
    assert twin.ledger == [{"seat": ANNA, "amount": 6, "source": "research", "where": "", "round": 4}]


# ---- third phase: event


def test_example_tribute() -> None:
    palaces = "2 monk healer | 1 farmer"
    twin = begin(table(["2 monk", "2 monk", palaces], "tribute", yuan=[4, 7, 2]), "event")
    assert twin.yuan == [0, 3, 0]
    assert twin.seat == CLARA
    assert twin.legal() == ["release 1 young healer", "release 1 young monk", "release 2 young farmer"]
    play(twin, "release 1 young monk", "release 2 young farmer")
    assert write_palaces(twin, CLARA) == "2 healer | 1"
    assert twin.legal() == []


def test_example_drought() -> None:
    anna, ben = "2 monk | 1 monk | 1 | 3 healer", "2 monk scholar | 1 farmer | 1 warrior | 2"
    twin = begin(table([anna, ben], "drought", rice=[4, 0]), "event")
    assert twin.rice == [1, 0]
    assert twin.seat == BEN
    play(twin, "starve 3 young warrior", "starve 1 young monk")
    assert twin.legal() == ["starve 2 young farmer"]
    play(twin, "starve 2 young farmer")
    assert write_palaces(twin, BEN) == "2 scholar | 1 | 1 | 2"
    assert twin.legal() == []


def test_example_festival() -> None:
    twin = begin(table(["2"] * 5, "festival", fireworks=[2, 1, 3, 0, 3]), "event")
    assert points(twin, "festival") == [3, 0, 6, 0, 6]
    assert twin.fireworks == [1, 1, 1, 0, 1]


def test_example_mongols() -> None:
    three, two, one = "2 warrior old-warrior", "2 old-warrior monk", "2 warrior monk"
    twin = begin(table([three, "3 warrior warrior warrior", two, one, one], "mongols"), "event")
    assert points(twin, "mongols") == [3, 3, 2, 1, 1]
    assert twin.seat == DORA
    play(twin, "release 1 young warrior")  # even one who was just counted
    assert twin.seat == EMIL
    play(twin, "release 1 young monk")
    assert twin.legal() == []


def test_example_contagion() -> None:
    twin = begin(table(["3 healer healer monk", "2 old-healer healer"], "contagion"), "event")
    assert twin.seat == ANNA
    play(twin, "release 1 young healer")
    assert write_palaces(twin, ANNA) == "3 healer monk"
    assert twin.legal() == []


# ---- scoring


def test_example_scoring() -> None:
    twin = table(["2 court-lady monk | 2 court-lady | 1", "2"], month=3)
    twin.privileges[ANNA - 1]["large"] = 1
    begin(twin, "scoring")
    assert points(twin) == [7, 1]
    assert [(entry["amount"], entry["source"], entry["round"]) for entry in twin.ledger] == [
        (3, "palaces", 3),
        (2, "court-ladies", 3),
        (2, "privileges", 3),
        (1, "palaces", 3),
    ]


def test_example_final_scoring() -> None:
    ben = "2 monk farmer | 3 old-monk scholar scholar | 2 warrior healer"
    twin = begin(table(["2", ben], yuan=[0, 4], rice=[0, 1], fireworks=[0, 2], month=12), "end")
    assert twin.scores == [0, 25]
    assert [(entry["amount"], entry["source"], entry["where"]) for entry in twin.ledger] == [
        (14, "persons", ""),
        (2, "monks", "1"),
        (6, "monks", "2"),
        (3, "money", ""),
    ]
    assert twin.over
    assert twin.winners == [BEN]


# ---- super events


def test_example_flood() -> None:
    twin = table(["2", "2"], "peace", 7, "flood", yuan=[3, 1], rice=[2, 0], fireworks=[2, 0])
    begin(twin, "event", "super")
    assert set(twin.legal()) == {"return yuan", "return rice", "return fireworks"}
    play(twin, "return yuan", "return rice", "return rice")
    assert (twin.yuan, twin.rice, twin.fireworks) == ([2, 1], [0, 0], [2, 0])
    assert twin.legal() == []  # half of 1, rounded down, is nothing


def test_example_eclipse_of_a_festival() -> None:
    twin = table(["2"] * 3, "festival", 7, "eclipse", fireworks=[5, 3, 1])
    begin(twin, "event", "super")
    assert points(twin, "festival") == [6 + 6, 3 + 3, 0 + 3]
    assert twin.fireworks == [1, 0, 0]


def test_example_charter() -> None:
    anna, alfonzo, valerie = "2 farmer old-farmer", "3 monk old-monk | 1 old-monk", "2 scholar old-scholar"
    twin = begin(table([anna, alfonzo, valerie], "peace", 7, "charter"), "event", "super")
    play(twin, "charter farmer", "charter monk", "charter scholar")
    assert twin.rice == [3, 0, 0]
    assert [(entry["seat"], entry["amount"], entry["source"], entry["where"]) for entry in twin.ledger] == [
        (2, 3, "charter", "1"),
        (2, 6, "charter", "1"),
        (2, 2, "charter", "2"),
        (3, 5, "charter", ""),
    ]
