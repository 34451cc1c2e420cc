"""What a match makes of the rulings: forced moves, taking back, and previews."""

from __future__ import annotations

import json

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    action_phase,
    court,
    goods,
    hand,
    legal,
    let_come,
    log,
    moves,
    new_game,
    on_board,
    paid,
    palaces,
    person_phase,
    persons,
    play,
    position,
    table,
    track,
    when,
    yuan,
)
from tianxia.errors import IllegalError
from tianxia.games import Shelf
from tianxia.games.base import Document
from tianxia.play import read_record, verify
from tianxia.play.match import Match
from tianxia.play.record import write_record
from tianxia.words import say

NAMES = ["Anna", "Ben", "Clara"]
BUSY = court("2: young monk", yuan=6)


def _refuses_undo(match: Match) -> bool:
    for seat in range(1, match.setting.players + 1):
        assert not match.view(seat)["may_undo"]
        with pytest.raises(IllegalError) as refused:
            match.undo(seat)
        assert refused.value.key == "match.nothing-to-undo"
    return True


# ---- forced moves: where one alone is legal, the match makes it


def test_the_first_palace_of_the_draft_is_chosen_by_itself() -> None:
    """Both are empty, and alike; for the second person they are not."""
    match = new_game(2)
    match.go_on()
    play(match, "draft monk")
    assert moves(match) == ["draft monk", "[palace 1]"]
    assert (match.to_move, palaces(match, ANNA)) == (ANNA, ["2: young monk", "2:"])
    play(match, "draft farmer")
    assert (moves(match)[2:], legal(match)) == (["draft farmer"], ["palace 1", "palace 2"])


def test_a_lone_person_is_released_by_itself() -> None:
    """In the record and in the log; other seats decide."""
    match = let_come("tribute", court("1: young monk"), court("2: young monk, old farmer", yuan=3))
    match.go_on()
    assert moves(match)[1:] == ["[release 1 young monk]"]
    assert [(move.seat, move.move) for move in match.moves[1:]] == [(ANNA, "release 1 young monk")]
    assert log(match)[-1] == "Anna releases a young monk from palace 1."
    assert (match.to_move, legal(match)) == (BEN, ["release 1 young monk", "release 1 old farmer"])


def test_who_has_too_few_persons_chooses_until_one_is_left() -> None:
    match = let_come("tribute", court("2: young monk, old farmer"), court("1: young healer"))
    match.go_on()
    play(match, "release 1 old farmer")
    assert moves(match)[1:] == ["release 1 old farmer", "[release 1 young monk]", "[release 1 young healer]"]
    assert (when(match), persons(match)) == ((8, "action"), [0, 0])


def test_several_alike_are_released_by_themselves() -> None:
    match = let_come("contagion", court("2: young monk, young monk", "1: young monk"), court())
    match.go_on()
    assert moves(match)[1:] == []  # from which palace is a choice
    match = let_come("contagion", court("3: young monk, young monk, young monk"), court())
    match.go_on()
    assert moves(match)[1:] == ["[release 1 young monk]"] * 3


@pytest.mark.parametrize(
    ("super_event", "own", "made"),
    [
        ("flood", court(rice=5), ["return rice"] * 2),
        ("tornado", court(cards="wild wild"), ["discard wild"] * 2),
        ("tornado", court(cards="monk"), ["discard monk"]),
        ("charter", court("1: young farmer"), ["charter farmer"]),
        ("charter", court("3: young craftsman"), ["charter craftsman", "floor new"]),
        ("earthquake", court("1: young healer"), ["lose 1", "release 1 young healer"]),
        ("earthquake", court("2: young scholar"), ["lose 1", "lose 1", "release 1 young scholar"]),
        ("sunrise", court("1:"), ["sunrise monk", "palace 1"]),
        ("sunrise", court(), ["sunrise monk", "dismiss"]),
    ],
)
def test_forced_moves_of_super_events(super_event: str, own: Document, made: list[str]) -> None:
    match = let_come("festival", own, court(), super_event=super_event, tiles={"young monk": 1})
    match.go_on()
    assert moves(match)[1:] == [f"[{move}]" for move in made]
    assert (when(match), [move.seat for move in match.moves[1:]]) == ((8, "action"), [ANNA] * len(made))


def test_the_only_action_is_money() -> None:
    """Four groups have dragons, the fifth has the privileges, and Emil has nothing."""
    match = action_phase(*[court("2:", cards="monk farmer")] * 5)
    match.go_on()
    play(match, "harvest", "parade", "research", "taxes")
    assert moves(match)[-1] == "[money]"
    assert (yuan(match)[4], when(match)) == (3, (3, "person"))


def test_the_last_card_and_the_only_place_for_it() -> None:
    match = person_phase(
        court("1:", cards="court-lady"),
        court("1:", cards="monk"),
        tiles={"young court-lady": 1, "young monk": 1, "old monk": 1},
    )
    match.go_on()
    assert moves(match) == ["[card court-lady]", "[palace 1]", "[card monk]"]  # young or old is a choice
    assert legal(match) == ["take young monk", "take old monk"]


def test_floors_that_have_one_place() -> None:
    match = action_phase(court("3:"), BUSY)
    match.go_on()
    play(match, "build")
    assert moves(match) == ["build", "[floor new]"]
    assert match.to_move == BEN


def test_forced_moves_stand_in_the_record_and_a_replay_makes_them_all() -> None:
    match = new_game(3, great_wall=True, super_event="earthquake")
    match.go_on()
    while not match.over:
        play(match, legal(match)[-1])
    forced = [(entry.seat, entry.move) for entry in match.log if entry.forced]
    assert len(forced) > 20
    record = json.loads(json.dumps(write_record(match)))
    assert [(move["seat"], move["move"]) for move in record["moves"]] == [
        (entry.seat, entry.move) for entry in match.log
    ]
    again = verify(read_record(record), Shelf())
    assert again.position_document() == match.position_document()
    assert not any(entry.forced for entry in again.log)


# ---- taking back


def test_undo_steps_back_over_a_forced_move() -> None:
    match = new_game(2)
    match.go_on()
    before = match.position_document()
    play(match, "draft monk")
    match.undo(ANNA)
    assert (match.position_document(), match.moves) == (before, [])
    assert "draft monk" in legal(match)


def test_undo_steps_back_from_one_part_of_a_month_to_the_one_before() -> None:
    """Ben acts last and is first with a person: his last card is played by itself, and he is to choose an age."""
    match = position(
        *(court("2:", cards=""), court("2:", cards="monk")),
        month=3,
        part="action",
        turn=BEN,
        order=[ANNA, BEN],
        track={BEN: 5, ANNA: 4},
    )
    match.go_on()
    before = match.position_document()
    play(match, "research")
    assert moves(match) == ["research", "[card monk]"]
    assert (match.scores, match.to_move, legal(match)) == ([0, 1], BEN, ["take young monk", "take old monk"])
    match.undo(BEN)
    assert (match.position_document(), match.scores, paid(match), hand(match, BEN)) == (before, [0, 0], [], "monk")


def test_floors_are_taken_back_one_by_one_and_the_action_with_its_price() -> None:
    match = action_phase(BUSY, court("2: young craftsman", "1:", yuan=4), court("2:"))
    match.go_on()
    play(match, "taxes")
    before = match.position_document()
    play(match, "build", "floor 1")
    assert (yuan(match)[1], palaces(match, BEN)) == (1, ["3: young craftsman", "1:"])
    match.undo(BEN)
    assert (table(match)["left"], palaces(match, BEN)) == (2, ["2: young craftsman", "1:"])
    match.undo(BEN)
    assert match.position_document() == before
    assert (yuan(match)[1], table(match)["groups"][0]["seats"]) == (4, [ANNA])
    assert _refuses_undo(match)


def test_a_card_and_a_person_are_taken_back() -> None:
    match = person_phase(court("2:", "1:", cards="wild farmer"), BUSY)
    match.go_on()
    play(match, "card wild", "take old farmer")
    assert (on_board(match, "old farmer"), hand(match, ANNA)) == (0, "farmer")
    match.undo(ANNA)
    assert (on_board(match, "old farmer"), table(match)["held"]) == (1, None)
    match.undo(ANNA)
    assert (hand(match, ANNA), legal(match)) == ("farmer wild", ["card farmer", "card wild"])


def test_a_release_is_taken_back() -> None:
    match = let_come(
        "tribute", court("3: young monk, old monk, young farmer", yuan=2), court("1: young healer", yuan=4)
    )
    match.go_on()
    play(match, "release 1 old monk")
    match.undo(ANNA)
    assert palaces(match, ANNA) == ["3: young monk, old monk, young farmer"]
    assert table(match)["left"] == 2


# ---- what cannot be taken back


def test_nothing_is_taken_back_once_the_turn_has_passed() -> None:
    match = action_phase(BUSY, BUSY, BUSY)
    match.go_on()
    play(match, "taxes")
    assert match.to_move == BEN
    assert _refuses_undo(match)


def test_nothing_is_taken_back_where_a_forced_move_passes_the_turn() -> None:
    """The new floor has one place, and then it is Ben's turn."""
    match = action_phase(court("3:"), BUSY)
    match.go_on()
    play(match, "build")
    assert _refuses_undo(match)


def test_the_steps_before_go_with_the_one_that_passes_the_turn() -> None:
    match = action_phase(court("2: young craftsman", "1:"), BUSY)
    match.go_on()
    play(match, "build", "floor 1", "floor new")
    assert match.to_move == BEN
    assert _refuses_undo(match)


def test_nothing_is_taken_back_over_the_end_of_a_month() -> None:
    """Ben's parade ends it, and brings him before Anna: he is to move again, but has seen the groups of month 3."""
    calm = court("2: young monk", cards="")
    match = action_phase(calm, calm, month=2, track={ANNA: 4, BEN: 4})
    match.go_on()
    play(match, "taxes", "parade")
    assert (when(match), match.to_move) == ((3, "action"), BEN)
    assert match.moves[-1].chance is not None
    assert _refuses_undo(match)


def test_nothing_is_taken_back_where_forced_releases_end_the_month() -> None:
    """Ben's choice leads to two forced releases, and month 4 begins with him."""
    poor = court("2: young monk, old farmer", "1: young healer", cards="")
    match = action_phase(
        *(court("1: young monk", cards=""), poor, court(cards="", yuan=4)),
        month=3,
        event="tribute",
        track={BEN: 4, ANNA: 3, CLARA: 2},
        turn=CLARA,
    )
    match.go_on()
    play(match, "money")
    play(match, "release 1 young monk", "release 1 old farmer")
    assert moves(match)[-2:] == ["[release 2 young healer]", "[release 1 young monk]"]
    assert (when(match), match.to_move) == ((4, "action"), BEN)
    assert _refuses_undo(match)


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    match = let_come("contagion", court("2: young monk, old monk"), court(yuan=3), month=12)
    match.go_on()
    play(match, "release 1 young monk")
    assert match.over
    assert _refuses_undo(match)


# ---- previews


def test_the_preview_of_a_person_shows_it_in_its_palace() -> None:
    match = person_phase(court("2:", "1:", cards="monk"), BUSY)
    play(match, "card monk", "take old monk")
    preview = match.preview(ANNA, "palace 2")
    monk = {"kind": "monk", "age": "old", "symbol": "buddha", "symbols": 2, "value": 2}
    assert preview.pieces == [{"kind": "person", "seat": 1, "palace": 2, "person": monk}]
    assert [say(line, NAMES) for line in preview.lines] == [
        "Anna places an old monk in palace 2.",
        "Anna moves 2 spaces on the person track, to 2.",
    ]
    assert (palaces(match, ANNA), track(match)) == (["2:", "1:"], [(ANNA, 0), (BEN, 0)])


def test_the_preview_of_an_action_tells_its_price_and_what_it_brings() -> None:
    match = action_phase(
        BUSY,
        court("1: old scholar", yuan=3),
        BUSY,
        groups="research build harvest | fireworks parade | taxes privilege",
    )
    play(match, "harvest")
    preview = match.preview(BEN, "research")
    assert preview.ledger == [{"seat": 2, "amount": 4, "source": "research", "where": "", "round": 3}]
    assert [say(line, NAMES) for line in preview.lines] == [
        "Ben pays 3 yuan, since a dragon stands on the group.",
        "Ben does research.",
        "Ben gets 4 points for research.",
    ]
    assert (yuan(match)[1], match.scores, match.to_move) == (3, [0, 0, 0], BEN)


def test_the_preview_of_the_last_move_of_a_month_tells_no_groups_to_come() -> None:
    calm = court("2: young monk", cards="")
    match = action_phase(calm, calm, calm, month=2)
    play(match, "harvest", "parade")
    preview = match.preview(CLARA, "money")
    assert [say(line, NAMES) for line in preview.lines] == [
        "Clara takes 3 yuan instead of an action.",
        "The event of the month: peace.",
        *(f"{name} gets 1 point for palaces." for name in NAMES),
    ]
    assert (when(match), goods(match, CLARA)) == ((2, "action"), (0, 0, 0))


def test_no_preview_of_a_move_that_is_not_legal() -> None:
    match = person_phase(court("2:", cards="monk"), BUSY)
    with pytest.raises(IllegalError, match="You hold no farmer card"):
        match.preview(ANNA, "card farmer")
