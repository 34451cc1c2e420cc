"""The question to the seat to move, and why a move is not legal. Asks the same predicates as the rules."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, elements
from tianxia.games.base import human_seat
from tianxia.games.year_of_the_dragon.interface.edition import AGE_NAMES, EVENT_NAMES, Edition
from tianxia.games.year_of_the_dragon.interface.log import person, person_card, rule, word_for
from tianxia.games.year_of_the_dragon.interface.notation import NO_PALACE, number_at, slot_of, slots_of
from tianxia.games.year_of_the_dragon.rules import choices, court
from tianxia.games.year_of_the_dragon.rules.choices import (
    ACT,
    CARD,
    CHARTER_KIND,
    DISCARD,
    DISMISS,
    DRAFT_KIND,
    FIRST_WALL_TILE,
    FLOOR,
    FLOOR_NEW,
    LOSE,
    PALACE,
    RELEASE,
    REPLACE,
    RETURN,
    SMALL_PRIVILEGE,
    STARVE,
    SUNRISE_KIND,
    TAKE,
    palace_named,
)
from tianxia.games.year_of_the_dragon.rules.court import takes
from tianxia.games.year_of_the_dragon.rules.great_wall import is_finished, unused_tiles
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition, card_of
from tianxia.games.year_of_the_dragon.rules.state import (
    ACTING,
    BUILDING,
    CROWDED,
    DISCARDING,
    DRAFTING,
    LAST_WALL_SCORING,
    LOSING,
    NAMING,
    PLACING,
    PLAYING_CARD,
    RELEASING,
    REPLACING,
    RETURNING,
    RISING,
    STARVING,
    TAKING,
    WALL_SCORING,
)
from tianxia.games.year_of_the_dragon.rules.tables import AGES, MORTARS, MOST_FLOORS, PRIVILEGE, WALL, YUAN
from tianxia.words import Message

FIRST_OF_VERBS: Final = (
    (DRAFT_KIND, DRAFTING),
    (ACT, ACTING),
    (CARD, PLAYING_CARD),
    (TAKE, TAKING),
    (DISCARD, DISCARDING),
    (RETURN, RETURNING),
    (SUNRISE_KIND, RISING),
    (CHARTER_KIND, NAMING),
    (FLOOR_NEW, BUILDING),
    (DISMISS, REPLACING),
    (PALACE, PLACING),
    (FLOOR, BUILDING),
    (LOSE, LOSING),
    (REPLACE, REPLACING),
    (RELEASE, RELEASING),
    (STARVE, STARVING),
)
"""The first action of each kind, and the phase in which it is asked for."""

QUESTIONS: Final = {
    DRAFTING: ("draft", 3),
    ACTING: ("action", 5),
    PLAYING_CARD: ("card", 7),
    TAKING: ("take", 7),
    PLACING: ("palace", 7),
    REPLACING: ("replace", 7),
    BUILDING: ("floor", 6),
    RELEASING: ("release", 8),
    STARVING: ("starve", 9),
    LOSING: ("lose", 15),
    CROWDED: ("crowded", 15),
    DISCARDING: ("discard", 15),
    RETURNING: ("return", 15),
    RISING: ("sunrise", 15),
    NAMING: ("charter", 15),
}
"""Phase -> the question, and its ruling."""


def question(edition: Edition, position: DragonPosition) -> Message:
    key, number = QUESTIONS[position.phase]
    values: dict[str, object] = {"left": int(position.left)}
    if position.phase in (PLACING, REPLACING):
        values = {"person": person(edition, int(position.held))}
    elif position.phase == BUILDING:
        values = {"left": int(position.to_build)}
    elif position.phase == RELEASING:
        values["demand"] = demand(position)
    if position.phase == DRAFTING and position.drafts[position.seat]:
        key = "draft-second"
    elif position.phase == REPLACING and not court.palaces(position, position.seat):
        key = "dismiss"
    return Message(f"year-of-the-dragon.question.{key}", values, rule(number))


def demand(position: DragonPosition) -> Message:
    """Why persons must be released; of a contagion the sum, as long as nobody has left."""
    asks, left = demand_of(position), int(position.left)
    needed, mortars = int(position.tables.box.contagion), int(court.symbols(position, position.seat, MORTARS))
    if asks == "contagion" and needed - mortars == left:
        return Message("year-of-the-dragon.demand.contagion-sum", {"needed": needed, "mortars": mortars, "left": left})
    return Message(f"year-of-the-dragon.demand.{asks}")


def demand_of(position: DragonPosition) -> str:
    """What asks for the releases of this part of the year: an event, also one that an eclipse repeats, or the wall."""
    if position.part in (WALL_SCORING, LAST_WALL_SCORING):
        return "wall"
    return EVENT_NAMES[court.event(position)]


def why_not(edition: Edition, position: DragonPosition, action: int) -> Message | None:
    if position.is_legal(action):
        return None
    asked = next(phase for first, phase in reversed(FIRST_OF_VERBS) if first <= action)
    if asked == RELEASING and position.phase == CROWDED:
        asked = CROWDED
    if asked != position.phase:
        return _why_not_now(edition, position, asked, action)
    if action < TAKE:
        return _why_not_chosen(edition, position, action)
    if action < FLOOR_NEW:
        return _why_not_named(edition, position, action)
    return _why_not_there(edition, position, action)


def _reason(key: str, number: int, **values: object) -> Message:
    return Message(f"year-of-the-dragon.reason.{key}", values, rule(number))


def _why_not_now(edition: Edition, position: DragonPosition, asked: int, action: int) -> Message:
    if position.phase in (DRAFTING, RISING) and asked == TAKING and AGE_NAMES[(action - TAKE) % AGES] == "old":
        kind = edition.kinds[(action - TAKE) // AGES]
        if position.phase == DRAFTING:
            return _reason("draft-old", 3, kind=kind)
        return _reason("sunrise-old", 15, kind=kind)
    if position.phase == PLACING and asked == REPLACING:
        return _reason("must-place", 7, person=person(edition, int(position.held)))
    if position.phase == REPLACING and not court.palaces(position, position.seat):
        return _reason("only-dismiss", 7, person=person(edition, int(position.held)))
    if position.phase == REPLACING and asked == PLACING:
        return _reason("no-room", 7, person=person(edition, int(position.held)))
    if position.phase == STARVING and asked == RELEASING:
        return _reason("say-starve", 9)
    return _reason("not-now", QUESTIONS[position.phase][1], question=question(edition, position))


# ---- things: kinds to draft, actions, cards


def _why_not_chosen(edition: Edition, position: DragonPosition, action: int) -> Message:
    if action >= CARD:
        return _reason("no-card", 7, card=person_card(edition, action - CARD))
    if action >= ACT:
        return _why_no_action(position, action - ACT)
    return _why_not_drafted(edition, position, action)


def _why_not_drafted(edition: Edition, position: DragonPosition, kind: int) -> Message:
    """Ruling 3: why a kind cannot be drafted."""
    own = position.drafts[position.seat]
    if own & BIT[kind]:
        return _reason("drafted-already", 3, kind=edition.kinds[kind])
    pair = own | BIT[kind]
    kinds = [Message("year-of-the-dragon.kind", {"kind": edition.kinds[number]}) for number in elements(int(pair))]
    return _reason("pair-taken", 3, seat=human_seat(int(choices.drafted_by(position, pair))), kinds=kinds)


def _why_no_action(position: DragonPosition, choice: int) -> Message:
    """Ruling 5, and ruling 14 for the wall: why an action cannot be chosen."""
    card = card_of(choice)
    if card == WALL:
        if not position.great_wall:
            return _reason("no-wall", 14)
        if not unused_tiles(position, position.seat) & BIT[choice - FIRST_WALL_TILE]:
            return _reason("wall-tile-used", 14)
        if is_finished(position):
            return _reason("wall-finished", 14)
    yuan = int(court.goods_of(position, position.seat, YUAN))
    price = int(choices.price_of(position, card))
    if yuan < price:
        return _reason("group-price", 5, price=price, yuan=yuan)
    assert card == PRIVILEGE
    cost = int(court.privilege_price(position, choice - SMALL_PRIVILEGE))
    if price:
        return _reason("privilege-price-after", 5, cost=cost, price=price, yuan=yuan)
    return _reason("privilege-price", 5, cost=cost, yuan=yuan)


# ---- persons to take, and what super events ask for


def _why_not_named(edition: Edition, position: DragonPosition, action: int) -> Message:
    if action >= CHARTER_KIND:
        return _reason("no-such-person", 15, kind=edition.kinds[action - CHARTER_KIND])
    if action >= SUNRISE_KIND:
        kind = action - SUNRISE_KIND
        return _reason("risen" if position.risen & BIT[kind] else "no-young-left", 15, kind=edition.kinds[kind])
    if action >= RETURN:
        return _reason("no-good", 15, good=word_for(edition, "good", action - RETURN))
    if action >= DISCARD:
        return _reason("no-card", 15, card=person_card(edition, action - DISCARD))
    sort = action - TAKE
    if not position.tables.has_sort(sort):
        return _reason("no-old", 7, kind=edition.kinds[sort // AGES])
    if not takes(position.card, sort):
        return _reason("other-card", 7, card=person_card(edition, int(position.card)))
    return _reason("no-tile", 7, **_age_and_kind(edition, sort))


# ---- palaces, and persons in them


def _why_not_there(edition: Edition, position: DragonPosition, action: int) -> Message:
    _, place, sort = palace_named(action)
    number = number_at(position, place)
    if place >= NO_PALACE:
        return _reason("no-palace", QUESTIONS[position.phase][1], palace=number)
    slot = slot_of(position, place)
    if not choices.may_name(position, slot):
        return _why_no_palace(position, slot, number)
    if sort >= 0 and not edition.tables.rosters.members[position.rosters[slot]] & BIT[sort]:
        return _reason("not-there", QUESTIONS[position.phase][1], palace=number, **_age_and_kind(edition, sort))
    alike = next(
        other
        for other in slots_of(position, int(position.seat))
        if other < slot and choices.may_name(position, other) and choices.are_alike(position, other, slot)
    )
    return _reason("alike", 1, palace=number, first=int(position.numbers[alike]))


def _age_and_kind(edition: Edition, sort: int) -> dict[str, str]:
    return {"age": AGE_NAMES[sort % AGES], "kind": edition.kinds[sort // AGES]}


def _why_no_palace(position: DragonPosition, slot: int, number: int) -> Message:
    if position.phase == PLACING:
        return _reason("full", 7, palace=number)
    if position.phase == BUILDING:
        return _reason("highest", 6, palace=number, floors=MOST_FLOORS)
    if position.phase == LOSING:
        return _reason("no-floor", 15, palace=number)
    if position.phase == STARVING and slot in position.starved:
        return _reason("starved", 9, palace=number)
    if position.phase == CROWDED and position.rosters[slot]:
        return _reason("room-for-all", 15, palace=number)
    return _reason("empty", QUESTIONS[position.phase][1], palace=number)
