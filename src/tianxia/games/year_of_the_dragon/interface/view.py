"""The view of In the Year of the Dragon: everything but the shuffles to come."""

from __future__ import annotations

from typing import Final, Literal, TypedDict

from tianxia.engine.bitsets import elements, size_of
from tianxia.games.base import human_seat
from tianxia.games.year_of_the_dragon.interface.edition import (
    ACTION_CARDS,
    AGE_NAMES,
    EVENT_NAMES,
    GOODS_NAMES,
    PRIVILEGE_NAMES,
    SUPER_NAMES,
    SYMBOLS,
    WALL_TILE_NAMES,
    Age,
    Edition,
    PrivilegeSize,
)
from tianxia.games.year_of_the_dragon.interface.forecast import Forecasts, Toll, forecasts_of, toll_after, tolls_ahead
from tianxia.games.year_of_the_dragon.interface.notation import card_name, print_action, slots_of
from tianxia.games.year_of_the_dragon.rules import choices, court
from tianxia.games.year_of_the_dragon.rules.choices import ACT, FIRST_WALL_TILE, MONEY, SMALL_PRIVILEGE
from tianxia.games.year_of_the_dragon.rules.great_wall import unused_tiles
from tianxia.games.year_of_the_dragon.rules.position import DRAFTED_PERSONS, DragonPosition, card_of
from tianxia.games.year_of_the_dragon.rules.state import (
    ACTING,
    ACTIONS,
    DRAFT,
    EVENT,
    FINAL_SCORING,
    LAST_WALL_SCORING,
    NOT_DEALT,
    PERSONS,
    PLAYING_CARD,
    SUPER_EVENT,
    WALL_SCORING,
)
from tianxia.games.year_of_the_dragon.rules.tables import (
    AGES,
    CARDS,
    FIREWORKS,
    GOODS,
    LARGE,
    MONGOLS,
    PRIVILEGE,
    RICE,
    SIZES,
    SMALL,
    SORTS,
    YUAN,
)


class PersonView(TypedDict):
    """A person tile."""

    kind: str  # "farmer"
    age: Age
    symbol: str  # "rice"
    symbols: int
    value: int  # spaces on the person track


class SupplyView(PersonView):
    """The person tiles of a sort that are left on the board."""

    left: int
    card: str | None  # that the seat to move would play to take one: its own card rather than a wild one; null: none


class PalaceView(TypedDict):
    """A palace of a seat."""

    number: int  # as moves name it
    alike: list[int]  # the (first) palaces of this court that are like it in all: moves name the first of them for all
    floors: int
    persons: list[PersonView]
    starved: bool  # named already in the drought that goes on


class ForecastView(TypedDict):
    """The effects of an event on a seat if it came now, once and without the wall."""

    event: str
    releases: int  # persons that would have to go
    paid: int  # yuan of a tribute, rice of a drought, fireworks of a festival
    points: int


class MonthForecastView(ForecastView):
    """The effects of a month on a seat if it came now; of one whose event is under way, what is still to come.

    It counts the event, the scorings of the wall, and an eclipse, before which people part with those whom the event
    misses least.
    """

    month: int


class CourtView(TypedDict):
    """The court of a seat: its palaces, goods, privileges and cards."""

    palaces: list[PalaceView]
    yuan: int
    rice: int
    fireworks: int
    small_privileges: int
    large_privileges: int
    privilege_dragons: int
    cards: list[str]  # kinds in the order of the symbols, and "wild"
    wall_tiles: list[str]  # not used yet; none where the wall is not played
    symbols: dict[str, int]  # what all its persons show, by symbol
    income: int  # points at the end of a month, if nothing changes
    actions: dict[str, int]  # action card, privilege and wall aside -> what it would bring: yuan, floors, spaces ...
    forecast: list[ForecastView]  # one for each event name, peace first
    to_come: list[MonthForecastView]  # one for each month whose event is not over, the one under way first
    group: int | None  # the group of action cards that its dragon stands on, from 1


class PrivilegeView(TypedDict):
    """A privilege that can be bought."""

    size: PrivilegeSize
    price: int  # yuan
    dragons: int


class ProspectView(TypedDict):
    """A choice of the action phase, as it is for the seat to move."""

    move: str  # in notation
    short: int  # yuan that the seat lacks for it
    toll: ForecastView | None  # what this month would mean after it, its event, wall and eclipse; null: it is not legal


class PreviewTable(TypedDict):
    """The part of the table that a preview shows."""

    to_come: list[MonthForecastView]  # of the seat that moves, as in its court, after the move
    goods: dict[str, int]  # yuan, rice and fireworks of that seat after the move
    income: int  # of that seat after the move
    track: list[MarkerView]  # as in the table, after the move


class GroupView(TypedDict):
    """A group of action cards."""

    number: int  # from 1
    cards: list[str]
    seats: list[int]  # whose dragons stand on it
    price: int  # yuan for one of its cards, what the card itself costs aside


class WallScoringView(TypedDict):
    """A month in which the Great Wall is scored."""

    month: int
    tiles: int  # the length that it needs


class MarkerView(TypedDict):
    """A marker on the person track."""

    seat: int
    space: int


class GhostView(TypedDict):
    """A piece that a move would place."""

    kind: Literal["floor", "person"]
    seat: int
    palace: int | None  # the number of a palace; null: a new one
    person: PersonView | None  # null of a floor


PartOfYear = Literal["draft", "action", "person", "event", "wall", "super-event", "last-wall", "end"]


class DragonTable(TypedDict):
    """The public part of a view of In the Year of the Dragon."""

    month: int  # 0 in the draft
    months: int
    part: PartOfYear
    events: list[str]  # by month
    events_over: int  # how many have come and gone
    super_event: str | None
    super_month: int
    order: list[int]  # seats in the order of play of this part
    track: list[MarkerView]  # from the first in order of play to the last; of two on one space the upper one first
    groups: list[GroupView]  # none in the draft
    prospects: list[ProspectView]  # while the seat to move chooses an action: one for each choice of the game
    group_price: int  # yuan for a group with a dragon on it
    privileges: list[PrivilegeView]
    pairs_taken: list[list[str]]  # in the draft: the kinds with which nobody may begin any more
    persons: list[SupplyView]  # all sorts, in the order of the symbols, young before old
    courts: list[CourtView]  # by seat
    great_wall: bool  # whether it is played
    wall: list[int]  # the seats that built it, month 1 first
    wall_length: int
    wall_scorings: list[WallScoringView]  # those to come, earliest first; none where the wall is not played
    wall_tiles: dict[str, int]  # what can be built -> how much it gives
    held: PersonView | None  # the person that the seat to move has taken, and is to place
    left: int  # how often the seat to move has still to do what it is asked


MOST_ALIKE: Final = 20
"""The view of a palace lists at most this many others that are like it: an invented position may have thousands."""

PARTS: Final[dict[int, PartOfYear]] = {
    DRAFT: "draft",
    ACTIONS: "action",
    PERSONS: "person",
    EVENT: "event",
    WALL_SCORING: "wall",
    SUPER_EVENT: "super-event",
    LAST_WALL_SCORING: "last-wall",
    FINAL_SCORING: "end",
}
"""The parts of the year in which a seat can be to move, and the end of the game."""


def dragon_table(edition: Edition, position: DragonPosition) -> DragonTable:
    box = edition.tables.box
    groups = groups_of(position)
    forecasts = forecasts_of(position)
    return {
        "month": int(position.month),
        "months": int(box.months),
        "part": PARTS[position.part],
        "events": [EVENT_NAMES[event] for event in position.event_row],
        "events_over": int(position.month) - (1 if position.part in (ACTIONS, PERSONS, EVENT) else 0),
        "super_event": SUPER_NAMES[position.super_event] if position.super_event >= 0 else None,
        "super_month": int(box.super_month),
        "order": [human_seat(int(seat)) for seat in position.order],
        "track": _track(position),
        "groups": [_group(position, number, group) for number, group in enumerate(groups, 1)],
        "prospects": _prospects(edition, position),
        "group_price": int(box.group_price),
        "privileges": [_privilege(position, size) for size in range(SIZES)],
        "pairs_taken": [
            [edition.kinds[kind] for kind in elements(int(kinds))]
            for kinds in position.drafts
            if size_of(kinds) == DRAFTED_PERSONS
        ],
        "persons": [_supply(edition, position, sort) for sort in sorts_of(edition)],
        "courts": [_court(edition, position, seat, forecasts) for seat in range(position.players)],
        "great_wall": position.great_wall,
        "wall": [human_seat(int(seat)) for seat in position.wall],
        "wall_length": int(box.wall_length),
        "wall_scorings": _wall_scorings(position),
        "wall_tiles": {name: int(box.wall_amounts[tile]) for tile, name in enumerate(WALL_TILE_NAMES)},
        "held": person_view(edition, int(position.held)) if position.held >= 0 else None,
        "left": int(position.to_build or position.left),
    }


def groups_of(position: DragonPosition) -> list[list[int]]:
    """The groups of action cards: bigger ones first, then by their cards; none before they are laid out."""
    found: dict[int, list[int]] = {}
    for card in range(position.action_cards()):
        if position.group_of[card] != NOT_DEALT:
            found.setdefault(int(position.group_of[card]), []).append(card)
    return sorted(found.values(), key=lambda cards: (-len(cards), cards))


def group_number(position: DragonPosition, seat: int) -> int | None:
    """The group of action cards that a seat's dragon stands on, from 1."""
    groups = [position.group_of[cards[0]] for cards in groups_of(position)]
    return 1 + groups.index(position.dragons[seat]) if position.dragons[seat] >= 0 else None


def sorts_of(edition: Edition) -> list[int]:
    """All sorts of persons that the edition has."""
    return [sort for sort in range(SORTS) if edition.tables.has_sort(sort)]


def person_view(edition: Edition, sort: int) -> PersonView:
    kind, age = divmod(sort, AGES)
    return {
        "kind": edition.kinds[kind],
        "age": AGE_NAMES[age],
        "symbol": SYMBOLS[kind],
        "symbols": int(edition.tables.sort_symbols[sort]),
        "value": int(edition.tables.values[sort]),
    }


def _supply(edition: Edition, position: DragonPosition, sort: int) -> SupplyView:
    return {
        **person_view(edition, sort),
        "left": int(position.tiles[sort]),
        "card": _card_for(edition, position, sort) if position.tiles[sort] else None,
    }


def _card_for(edition: Edition, position: DragonPosition, sort: int) -> str | None:
    """The card with which the seat to move can take a person: it keeps a wild one where it has another."""
    if position.over or position.phase != PLAYING_CARD:
        return None
    playable = elements(int(court.cards_to_play(position, position.seat)))
    return next((card_name(edition, card) for card in playable if court.takes(card, sort)), None)


def _prospects(edition: Edition, position: DragonPosition) -> list[ProspectView]:
    if position.over or position.phase != ACTING:
        return []
    event = int(court.event(position))
    return [_prospect(edition, position, choice, event) for choice in choices_of(position)]


def choices_of(position: DragonPosition) -> list[int]:
    """The choices of the action phase that this game has, also those that are not legal now."""
    return [choice for choice in range(MONEY + 1) if position.great_wall or not FIRST_WALL_TILE <= choice < MONEY]


def _prospect(edition: Edition, position: DragonPosition, choice: int, event: int) -> ProspectView:
    action = ACT + choice
    toll = toll_after(position, action) if position.is_legal(action) else None
    return {
        "move": print_action(edition, position, action),
        "short": max(0, cost_of(position, choice) - int(court.goods_of(position, position.seat, YUAN))),
        "toll": None if toll is None else _forecast(event, toll),
    }


def cost_of(position: DragonPosition, choice: int) -> int:
    """Yuan that a choice of the action phase costs: its group, and a privilege."""
    if choice == MONEY:
        return 0
    card = card_of(choice)
    price = int(choices.price_of(position, card))
    if card == PRIVILEGE:
        price += int(court.privilege_price(position, choice - SMALL_PRIVILEGE))
    return price


def _privilege(position: DragonPosition, size: int) -> PrivilegeView:
    dragons = int(position.tables.box.privilege_dragons[size])
    return {"size": PRIVILEGE_NAMES[size], "price": int(court.privilege_price(position, size)), "dragons": dragons}


def _group(position: DragonPosition, number: int, cards: list[int]) -> GroupView:
    group = position.group_of[cards[0]]
    return {
        "number": number,
        "cards": [ACTION_CARDS[card] for card in cards],
        "seats": [human_seat(int(seat)) for seat in position.order if position.dragons[seat] == group],
        "price": int(choices.price_of(position, cards[0])),
    }


def _court(edition: Edition, position: DragonPosition, seat: int, forecasts: Forecasts) -> CourtView:
    goods = [int(court.goods_of(position, seat, good)) for good in range(GOODS)]
    unused = elements(int(unused_tiles(position, seat))) if position.great_wall else []
    return {
        "palaces": _palaces(edition, position, seat),
        "yuan": goods[YUAN],
        "rice": goods[RICE],
        "fireworks": goods[FIREWORKS],
        "small_privileges": int(position.privileges[seat * SIZES + SMALL]),
        "large_privileges": int(position.privileges[seat * SIZES + LARGE]),
        "privilege_dragons": int(court.privilege_dragons(position, seat)),
        "cards": cards_of(edition, position, seat),
        "wall_tiles": [WALL_TILE_NAMES[tile] for tile in unused],
        "symbols": {symbol: int(court.symbols(position, seat, kind)) for kind, symbol in enumerate(SYMBOLS)},
        "income": int(court.month_points(position, seat)),
        "actions": {ACTION_CARDS[card]: int(position.action_amount(seat, card)) for card in range(PRIVILEGE)},
        "forecast": [_forecast(event, tolls[seat]) for event, tolls in enumerate(forecasts.events)],
        "to_come": [
            {"month": month, **_forecast(position.event_row[month - 1], tolls[seat])}
            for month, tolls in forecasts.months.items()
        ],
        "group": group_number(position, seat),
    }


def _palaces(edition: Edition, position: DragonPosition, seat: int) -> list[PalaceView]:
    slots = slots_of(position, seat)
    alike: dict[tuple[int, int, bool], list[int]] = {}  # what makes palaces alike -> their slots
    for slot in slots:
        alike.setdefault(_looks(position, slot), []).append(slot)
    return [_palace(edition, position, slot, alike[_looks(position, slot)]) for slot in slots]


def _looks(position: DragonPosition, slot: int) -> tuple[int, int, bool]:
    """A key that is equal for palaces that are alike. Its slow twin is `are_alike` for each pair of palaces."""
    return int(position.floors[slot]), int(position.rosters[slot]), slot in position.starved


def _palace(edition: Edition, position: DragonPosition, slot: int, alike: list[int]) -> PalaceView:
    others = [other for other in alike[: MOST_ALIKE + 1] if other != slot][:MOST_ALIKE]
    return {
        "number": int(position.numbers[slot]),
        "alike": [int(position.numbers[other]) for other in others],
        "floors": int(position.floors[slot]),
        "persons": [person_view(edition, sort) for sort in edition.tables.rosters.content(position.rosters[slot])],
        "starved": slot in position.starved,
    }


def cards_of(edition: Edition, position: DragonPosition, seat: int) -> list[str]:
    """The cards that a seat holds."""
    held = [position.hands[seat * CARDS + card] for card in range(CARDS)]
    return [card_name(edition, card) for card, count in enumerate(held) for _ in range(count)]


def preview_table(position: DragonPosition, seat: int) -> PreviewTable:
    """What a preview shows of the table: `position` is the one after the move, `seat` who makes it."""
    tolls = tolls_ahead(position, seat)
    return {
        "to_come": [
            {"month": month, **_forecast(int(position.event_row[month - 1]), toll)} for month, toll in tolls.items()
        ],
        "goods": {name: int(court.goods_of(position, seat, good)) for good, name in enumerate(GOODS_NAMES)},
        "income": int(court.month_points(position, seat)),
        "track": _track(position),
    }


def _track(position: DragonPosition) -> list[MarkerView]:
    return [{"seat": human_seat(int(seat)), "space": int(position.track[seat])} for seat in position.ranking]


def _wall_scorings(position: DragonPosition) -> list[WallScoringView]:
    """The months to come in which the wall is scored: those of the Mongols, and the last."""
    if not position.great_wall:
        return []
    last = int(position.tables.box.months)
    months = [month for month, event in enumerate(position.event_row, 1) if event == MONGOLS and month < last]
    needed = [(month, month) for month in months] + [(last, int(position.tables.box.wall_length))]
    gone = int(court.events_gone(position))
    return [{"month": month, "tiles": tiles} for month, tiles in needed if month > gone]


def _forecast(event: int, toll: Toll) -> ForecastView:
    return {"event": EVENT_NAMES[event], "releases": toll.releases, "paid": toll.paid, "points": toll.points}
