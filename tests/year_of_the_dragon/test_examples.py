"""The worked examples of the rulebook (In the Year of the Dragon, alea and Ravensburger 2007/2017), number by number.

Anna, Ben, Clara, Dora and Emil sit at seats 1 to 5.
"""

from __future__ import annotations

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    DORA,
    EMIL,
    action_phase,
    court,
    end_year,
    goods,
    legal,
    let_come,
    log,
    new_game,
    paid,
    palaces,
    persons,
    play,
    reason,
    table,
    track,
    when,
    yuan,
)

PLAIN = court("2:", "2:", yuan=3)
"""Somebody of whom an example tells nothing."""

# ---- before the game begins

DRAFT = [
    *("draft tax-collector", "palace 1", "draft scholar", "palace 1"),  # Anna
    *("draft tax-collector", "palace 1", "draft farmer", "palace 2"),  # Ben
    *("draft scholar", "palace 1", "draft farmer", "palace 2"),  # Clara
]


@pytest.mark.parametrize("first", ["tax-collector", "scholar", "farmer"])
def test_draft_three_pairs_are_closed_to_the_remaining_players(first: str) -> None:
    """No tax collector with scholar, tax collector with farmer, or farmer with scholar for Dora."""
    match = new_game(5)
    play(match, *DRAFT)
    assert match.to_move == DORA
    play(match, f"draft {first}", "palace 1")
    others = ["craftsman", "court-lady", "pyrotechnist", "warrior", "monk", "healer"]
    assert legal(match) == [f"draft {kind}" for kind in others]


def test_draft_the_markers_of_anna_ben_and_clara() -> None:
    """Anna moves to 7, Ben to the same space and so on top of her, Clara to 8."""
    match = new_game(3)
    play(match, *DRAFT[:4])
    assert track(match) == [(ANNA, 7), (BEN, 0), (CLARA, 0)]
    play(match, *DRAFT[4:8])
    assert track(match) == [(BEN, 7), (ANNA, 7), (CLARA, 0)]
    play(match, *DRAFT[8:])
    assert track(match) == [(CLARA, 8), (BEN, 7), (ANNA, 7)]


# ---- action


def test_turn_order_from_stacks() -> None:
    """Yellow first, green second, blue third, purple fourth, red fifth: by space, then from top to bottom."""
    yellow, green, blue, purple, red = 4, 2, 5, 1, 3
    match = action_phase(*[PLAIN] * 5, track={yellow: 21, green: 17, blue: 17, purple: 17, red: 9})
    played = []
    while when(match)[1] == "action":
        played.append(match.to_move)
        play(match, "money")
    assert played == [yellow, green, blue, purple, red]


def test_dora_pays_3_yuan_for_a_group_with_two_dragons() -> None:
    match = action_phase(
        *[court("2:", yuan=4)] * 4, groups="taxes build | harvest fireworks | parade research | privilege"
    )
    play(match, "harvest", "fireworks", "money")
    assert table(match)["groups"][1]["seats"] == [ANNA, BEN]
    play(match, "fireworks")
    assert yuan(match) == [4, 4 - 3, 4, 4 - 3]
    assert goods(match, DORA) == (1, 0, 1)
    assert log(match)[-2:] == ["Dora pays 3 yuan, since a dragon stands on the group.", "Dora makes 1 fireworks tile."]


def test_emil_stocks_up_on_money() -> None:
    """He has 1 yuan already, so he takes 2 more."""
    match = action_phase(*[PLAIN] * 4, court("2:", yuan=1), turn=EMIL)
    play(match, "money")
    assert yuan(match)[EMIL - 1] == 3
    assert log(match)[0] == "Emil takes 2 yuan instead of an action."
    assert when(match)[1] == "person"


def test_taxes_2_for_clara_and_8_for_anna_who_pays_3() -> None:
    match = action_phase(
        court("2: young tax-collector, young tax-collector", yuan=3),
        PLAIN,
        court("2: young farmer", yuan=0),
        track={CLARA: 9, ANNA: 8, BEN: 1},
    )
    play(match, "taxes")
    assert yuan(match) == [3, 3, 2]
    play(match, "taxes")
    assert yuan(match) == [8, 3, 2]
    assert log(match)[-2:] == ["Anna pays 3 yuan, since a dragon stands on the group.", "Anna collects taxes: 8 yuan."]


def test_build_3_floors() -> None:
    """Emil has two craftsmen: two floors make a palace of one into one of three, the third begins a new one."""
    match = action_phase(*[PLAIN] * 4, court("1:", "2: young craftsman, young craftsman"), turn=EMIL)
    play(match, "build", "floor 1", "floor 1", "floor new")
    assert palaces(match, EMIL) == ["3:", "2: young craftsman, young craftsman", "1:"]
    assert when(match)[1] == "person"


def test_harvest_4_rice() -> None:
    match = action_phase(court("2: young farmer, old farmer"), PLAIN)
    play(match, "harvest")
    assert goods(match, ANNA) == (0, 1 + 1 + 2, 0)


def test_parade_5_spaces() -> None:
    match = action_phase(PLAIN, court("2: old warrior, old warrior"), PLAIN, track={BEN: 10, CLARA: 3, ANNA: 2})
    play(match, "parade")
    assert track(match) == [(BEN, 10 + 1 + 2 + 2), (CLARA, 3), (ANNA, 2)]


def test_research_6_points() -> None:
    match = action_phase(*[PLAIN] * 3, court("2: young scholar", "1: old scholar"), turn=DORA)
    play(match, "research")
    assert paid(match) == [(DORA, 1 + 2 + 3, "research")]


# ---- events


def test_tribute_clara_is_2_yuan_short() -> None:
    rich = court("2: young monk", yuan=4)
    match = let_come("tribute", rich, rich, court("2: young monk, young healer", "1: old farmer", yuan=2))
    assert yuan(match) == [0, 0, 0]
    assert (match.to_move, table(match)["left"]) == (CLARA, 2)
    play(match, "release 1 young healer", "release 2 old farmer")
    assert persons(match) == [1, 1, 1]
    assert when(match) == (8, "action")


def test_drought_anna_withstands_it_and_ben_releases_one_from_each_of_3_palaces() -> None:
    match = let_come(
        "drought",
        court("1: young monk", "2: young farmer", "1: old healer", "2:", rice=4),
        court("2: young monk, young warrior", "1: young scholar", "1: old farmer"),
    )
    assert goods(match, ANNA) == (0, 4 - 3, 0)
    assert (match.to_move, table(match)["left"]) == (BEN, 3)
    play(match, "starve 1 young warrior", "starve 3 old farmer", "starve 2 young scholar")
    assert persons(match) == [3, 1]
    assert when(match) == (8, "action")


def test_festival_two_with_most_fireworks_and_one_with_the_next_most() -> None:
    """Clara and Emil have 3, Anna 2, Ben 1."""
    match = let_come("festival", *[court("1: young monk", fireworks=n) for n in (2, 1, 3, 0, 3)])
    assert paid(match, "festival") == [(ANNA, 3, "festival"), (CLARA, 6, "festival"), (EMIL, 6, "festival")]
    assert [goods(match, seat)[2] for seat in (ANNA, BEN, CLARA, DORA, EMIL)] == [2 - 1, 1, 3 - 2, 0, 3 - 2]


def test_mongols_3_3_2_1_1_helmets() -> None:
    match = let_come(
        "mongols",
        court("3: young warrior, old warrior, young monk"),
        court("3: young warrior, young warrior, young warrior"),
        court("2: old warrior"),
        court("2: young warrior, young monk"),
        court("1: young warrior"),
    )
    assert paid(match, "mongols") == [(seat, points, "mongols") for seat, points in enumerate([3, 3, 2, 1, 1], 1)]
    assert (match.to_move, table(match)["left"]) == (DORA, 1)
    play(match, "release 1 young monk")
    assert (match.to_move, table(match)["left"]) == (EMIL, 1)
    play(match, "release 1 young warrior")  # also one who was just counted
    assert persons(match) == [3, 3, 1, 1, 0]
    assert when(match) == (8, "action")


def test_contagion_two_mortars_leave_one_to_release() -> None:
    match = let_come(
        *("contagion", court("2: old healer, old healer"), court("1:")),
        court("2: young healer, young healer", "1: young monk"),
    )
    assert (match.to_move, table(match)["left"]) == (CLARA, 1)
    play(match, "release 1 young healer")  # also one who just protected her
    assert persons(match) == [2, 0, 2]
    assert when(match) == (8, "action")


# ---- scoring


def test_scoring_7_points() -> None:
    """3 palaces, 2 court ladies, 1 large privilege."""
    anna = court("2: young court-lady, young monk", "1: young court-lady", "1: old healer", large=1)
    match = let_come("peace", anna, PLAIN, month=2)
    assert [entry for entry in paid(match) if entry[0] == ANNA] == [
        (ANNA, 3, "palaces"),
        (ANNA, 2, "court-ladies"),
        (ANNA, 2, "privileges"),
    ]
    assert match.scores[0] == 7


def test_final_scoring_25_points() -> None:
    ben = court(
        *("2: young monk, young farmer", "3: old monk, young healer, young warrior", "2: young farmer, young healer"),
        yuan=4,
        rice=1,
        fireworks=2,
    )
    match = end_year(court(), ben)
    assert match.over
    assert paid(match, "persons", "monks", "money") == [
        (BEN, 14, "persons"),
        (BEN, 1 * 2, "monks 1"),
        (BEN, 2 * 3, "monks 2"),
        (BEN, 3, "money"),
    ]
    assert sum(points for _, points, _ in paid(match, "persons", "monks", "money")) == 25


# ---- super events


@pytest.mark.parametrize(
    ("returned", "left"),
    [
        (["yuan", "yuan", "fireworks"], (1, 2, 1)),
        (["yuan", "rice", "rice"], (2, 0, 2)),
    ],
)
def test_flood_3_of_7(returned: list[str], left: tuple[int, int, int]) -> None:
    """Anna has 3 yuan, 2 rice and 2 fireworks."""
    anna = court("1: old healer", yuan=3, rice=2, fireworks=2)
    match = let_come("mongols", anna, court("1: young warrior"), super_event="flood")
    play(match, "release 1 old healer")  # the Mongols
    assert (when(match), match.to_move, table(match)["left"]) == ((7, "super-event"), ANNA, 3)
    play(match, *[f"return {good}" for good in returned])
    assert goods(match, ANNA) == left
    assert when(match) == (8, "action")


def test_eclipse_of_a_dragon_festival_with_different_results() -> None:
    """Whoever scored has half as many the second time, and another may be ahead."""
    match = let_come("festival", *[court("1: young monk", fireworks=n) for n in (5, 4, 3)], super_event="eclipse")
    assert paid(match, "festival") == [
        *((ANNA, 6, "festival"), (BEN, 3, "festival")),  # 5 and 4 become 2 and 2
        *((ANNA, 3, "festival"), (BEN, 3, "festival"), (CLARA, 6, "festival")),
    ]
    assert [goods(match, seat)[2] for seat in (ANNA, BEN, CLARA)] == [1, 1, 1]


def test_charter_of_farmers_monks_and_scholars() -> None:
    match = let_come(
        "festival",
        court("2: young farmer, old farmer"),
        court("3: old monk, young farmer", "2: young monk"),
        court("2: young scholar, old scholar"),
        super_event="charter",
    )
    play(match, "charter farmer")
    assert goods(match, ANNA) == (0, 3, 0)
    play(match, "charter monk")
    assert paid(match) == [(BEN, 2 * 3, "charter 1"), (BEN, 1 * 2, "charter 2")]
    play(match, "charter scholar")
    assert paid(match, "charter")[2:] == [(CLARA, 5, "charter")]
    assert when(match) == (8, "action")


def test_a_one_story_palace_needs_somebody_in_the_very_next_person_phase() -> None:
    """The note on decay: with nobody in it, building it had no point."""
    match = action_phase(
        court("1: young monk", cards=""), court("1: young monk", cards=""), month=2, turn=BEN, track={ANNA: 1, BEN: 0}
    )
    play(match, "build", "floor new")
    assert palaces(match, BEN) == ["1: young monk"]
    assert paid(match, "palaces") == [(ANNA, 1, "palaces"), (BEN, 1, "palaces")]


def test_a_player_may_choose_an_action_taken_before_in_the_same_group() -> None:
    """And cannot place the dragon there without 3 yuan."""
    match = action_phase(court("2:"), court("2:", yuan=2), court("2:", yuan=3))
    play(match, "harvest")
    assert reason(match, "harvest").key == "group-price"
    play(match, "money")
    assert yuan(match) == [0, 3, 3]
    play(match, "harvest")
    assert goods(match, CLARA) == (0, 1, 0)
