"""Why a move is refused: every reason that there is, with its sentence and the ruling that it names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from support.dragon import (
    Reason,
    action_phase,
    court,
    end_year,
    let_come,
    new_game,
    person_phase,
    play,
    reason,
    reason_in_record,
)
from tianxia.play.match import Match
from tianxia.words import catalogue, say

Place = Callable[[], Match]
"""A position to be made."""

GROUPS = "taxes build harvest | fireworks parade | research privilege"
PLAIN = court("2:", yuan=3, cards="monk")
NOBODY = court(cards="")

draft = partial(new_game, 3)
acting = partial(action_phase, PLAIN, court("2:", yuan=1), court("2:", yuan=4), groups=GROUPS)
building = partial(action_phase, court("3:", "2:", "2:"), PLAIN)
walling = partial(action_phase, PLAIN, PLAIN, wall={1: "rice yuan"})
walled = partial(
    action_phase, PLAIN, PLAIN, PLAIN, wall=dict.fromkeys((2, 3), "rice fireworks floor yuan track points")
)
card = partial(person_phase, court("1: young monk", "2:", cards="farmer monk wild"), PLAIN)
card_of_few = partial(person_phase, court("2:", cards="wild"), PLAIN, tiles={"young farmer": 1, "young craftsman": 1})
card_at_full_court = partial(person_phase, court("1: young monk", "1: young healer", cards="court-lady"), PLAIN)
homeless = partial(person_phase, court(cards="farmer monk"), PLAIN, tiles={"young farmer": 1})
tribute = partial(let_come, "tribute", court("2: young monk, old farmer", "1:", yuan=2), NOBODY)
drought = partial(let_come, "drought", court("2: young monk, old farmer", "1: young healer", "1:"), NOBODY)
SHAKEN = court("2: young monk, old farmer", "1: young healer", "2:")
earthquake = partial(let_come, "festival", SHAKEN, NOBODY, super_event="earthquake")
flood = partial(let_come, "contagion", court(yuan=2, fireworks=2), NOBODY, super_event="flood")
tornado = partial(let_come, "festival", court(cards="monk farmer wild"), NOBODY, super_event="tornado")
RISING = {"young monk": 2, "young healer": 1}
sunrise = partial(let_come, "festival", court("1:"), court("1:"), super_event="sunrise", tiles=RISING)
charter = partial(let_come, "festival", court("2: young monk, old farmer"), NOBODY, super_event="charter")

NOT_NOW = "You cannot do that now. "
CASES: list[tuple[Place, list[str], str, str, int]] = [
    # the position, moves that go before, the move, the reason, its ruling
    # ---- when
    (draft, [], "taxes", NOT_NOW + "Draft a young person for your court: the first of two.", 3),
    (draft, [], "take old farmer", "That farmer is old, and only young persons are drafted.", 3),
    (draft, ["draft monk"], "draft farmer", NOT_NOW + "Choose a palace for a young monk.", 7),
    (draft, ["draft monk", "palace 1"], "palace 1", NOT_NOW + "Draft a second young person, of another kind.", 3),
    (acting, [], "card farmer", NOT_NOW + "Choose an action, or fill up your money.", 5),
    (building, ["build"], "money", NOT_NOW + "Build 1 floor: on a palace, or as a new one.", 6),
    (card, [], "money", NOT_NOW + "Play a person card.", 7),
    (card, ["card farmer"], "palace 2", NOT_NOW + "Choose the person that you take for your card.", 7),
    (tribute, [], "money", NOT_NOW + "Tribute: you could not pay it all. Release 2 persons.", 8),
    (drought, [], "money", NOT_NOW + "Drought: 2 palaces go hungry. Name one, and the person who leaves it.", 9),
    (earthquake, [], "release 1 young monk", NOT_NOW + "Earthquake: lose 2 floors.", 15),
    (
        *(earthquake, ["lose 1", "lose 1"], "lose 2"),
        *(NOT_NOW + "Earthquake: release 2 persons for whom there is no floor any more.", 15),
    ),
    (flood, [], "discard monk", NOT_NOW + "Flood: return 2 goods (yuan, rice or fireworks).", 15),
    (tornado, [], "card monk", NOT_NOW + "Tornado: discard 2 cards.", 15),
    (
        *(sunrise, [], "take young monk"),
        *(NOT_NOW + "Sunrise: take a young person of a kind that nobody has taken in this sunrise.", 15),
    ),
    (
        *(charter, [], "sunrise monk"),
        *(NOT_NOW + "Charter: name a kind of persons at your court, who give what they show.", 15),
    ),
    # ---- the draft
    (
        *(draft, ["draft monk", "palace 1"], "draft monk"),
        *("You have drafted the monk already, and the two must be of different kinds.", 3),
    ),
    (
        *(
            draft,
            ["draft monk", "palace 1", "draft court-lady", "palace 1", "draft court-lady", "palace 1"],
            "draft monk",
        ),
        *("Anna has drafted court lady and monk already, and no two players may begin with the same pair.", 3),
    ),
    # ---- actions
    (
        *(acting, ["harvest"], "taxes"),
        *("A dragon stands on that group already: it costs 3 yuan, and you have 1.", 5),
    ),
    (
        *(acting, ["research"], "privilege small"),
        *("A dragon stands on that group already: it costs 3 yuan, and you have 1.", 5),
    ),
    (acting, [], "privilege large", "It costs 7 yuan, and you have 3.", 5),
    (acting, ["harvest"], "privilege small", "It costs 2 yuan, and you have 1.", 5),
    (
        *(acting, ["research", "harvest"], "privilege small"),
        *("It costs 2 yuan, and 3 more for the group, where a dragon stands already; you have 4.", 5),
    ),
    (acting, [], "wall rice", "This game is played without the Great Wall.", 14),
    (walling, [], "wall yuan", "You have built that wall tile already.", 14),
    (walled, [], "wall yuan", "The wall is finished.", 14),
    (building, ["build"], "floor 1", "Palace 1 has 3 floors, and none may have more.", 6),
    (building, ["build"], "floor 4", "You have no palace 4.", 6),
    # ---- persons
    (card, [], "card healer", "You hold no healer card.", 7),
    (card_at_full_court, [], "card wild", "You hold no wild card.", 7),
    (card, ["card wild"], "take old craftsman", "There are no old ones of the kind craftsman.", 7),
    (card, ["card farmer"], "take old monk", "You have played the farmer card: take such a person.", 7),
    (card_of_few, ["card wild"], "take old farmer", "There is no old farmer left on the board.", 7),
    (card_of_few, ["card wild"], "take young monk", "There is no young monk left on the board.", 7),
    (
        *(card, ["card farmer", "take old farmer"], "dismiss"),
        *("There is room at your court, so you must place an old farmer in a palace.", 7),
    ),
    (
        *(card, ["card farmer", "take old farmer"], "replace 1 young monk"),
        *("There is room at your court, so you must place an old farmer in a palace.", 7),
    ),
    (
        *(card_at_full_court, ["card court-lady"], "palace 1"),
        *("No palace has room for a young court lady: replace somebody, or dismiss the new one.", 7),
    ),
    (
        *(card, ["card farmer", "take old farmer"], "palace 1"),
        *("Palace 1 is full: it has room for one person a floor.", 7),
    ),
    (card_at_full_court, ["card court-lady"], "replace 1 old monk", "There is no old monk in palace 1.", 7),
    *(
        (homeless, ["card farmer"], move, "You have no palace for a young farmer: dismiss the new one.", 7)
        for move in ("palace 1", "money", "floor new", "card monk")
    ),
    (homeless, ["card farmer"], "replace 1 young monk", "You have no palace 1.", 7),
    # ---- releases
    (tribute, [], "release 2 young monk", "There is nobody in palace 2.", 8),
    (tribute, [], "release 1 young farmer", "There is no young farmer in palace 1.", 8),
    (drought, [], "starve 3 young monk", "There is nobody in palace 3.", 9),
    (drought, [], "starve 1 old monk", "There is no old monk in palace 1.", 9),
    (drought, ["starve 1 young monk"], "starve 1 old farmer", "You have named palace 1 already in this drought.", 9),
    (
        *(drought, [], "release 1 young monk"),
        *("In a drought a palace is named with the person who leaves it: say starve instead of release.", 9),
    ),
    # ---- super events
    (earthquake, ["lose 2"], "lose 2", "Palace 2 has no floor left.", 15),
    (
        *(earthquake, ["lose 1", "lose 3"], "release 2 young healer"),
        *("In palace 2 there is a floor for everybody: release from one where there is not.", 15),
    ),
    (earthquake, ["lose 1", "lose 3"], "release 3 young monk", "There is nobody in palace 3.", 15),
    (earthquake, ["lose 1", "lose 1"], "release 1 old monk", "There is no old monk in palace 1.", 15),
    (flood, [], "return rice", "You have no rice.", 15),
    (flood, ["return yuan"], "return rice", "You have no rice.", 15),
    (tornado, [], "discard healer", "You hold no healer card.", 15),
    (
        *(sunrise, ["sunrise monk", "palace 1"], "sunrise monk"),
        *("Somebody has taken the monk in this sunrise already, and each kind may be taken only once.", 15),
    ),
    (sunrise, [], "take old monk", "That monk is old, and the sunrise brings only young persons.", 15),
    (sunrise, [], "sunrise farmer", "There is no young farmer left on the board.", 15),
    (charter, [], "charter healer", "There is no healer at your court.", 15),
]


def _refused(place: Place, before: list[str], move: str) -> Reason:
    match = place()
    play(match, *before)
    return reason(match, move)


@pytest.mark.parametrize(("place", "before", "move", "text", "ruling"), CASES)
def test_a_refused_move_is_told_its_ruling(place: Place, before: list[str], move: str, text: str, ruling: int) -> None:
    assert _refused(place, before, move)[1:] == (text, f"year-of-the-dragon#{ruling}")


def _alike() -> Reason:
    """A record names the first of palaces that are alike; somebody who names another is understood."""
    match = building()
    play(match, "build")
    return reason_in_record(match, "floor 3")


def test_a_record_is_refused_that_names_another_of_palaces_that_are_alike() -> None:
    text = "Palaces 2 and 3 are alike: a record names the first of them."
    assert _alike() == ("alike", text, "year-of-the-dragon#1")


def test_every_reason_has_its_case() -> None:
    """Whoever adds a sentence adds a position for it."""
    found = {_refused(place, before, move).key for place, before, move, _, _ in CASES} | {_alike().key}
    beginning = "year-of-the-dragon.reason."
    assert found == {key.removeprefix(beginning) for key in catalogue("en") if key.startswith(beginning)}


def test_who_is_not_to_move_is_told_so() -> None:
    message = acting().why_not(2, "taxes")
    assert message is not None
    assert say(message) == "It is the turn of seat 1, not of seat 2."


def test_nobody_moves_when_the_game_is_over() -> None:
    message = end_year(court("2: young monk"), court()).why_not(1, "taxes")
    assert message is not None
    assert message.key == "match.over"
