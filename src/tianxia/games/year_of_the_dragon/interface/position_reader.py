"""Reads position documents of In the Year of the Dragon; `documents` describes them.

Positions from which no game could go on are refused: those with things that are not in the box, and those with a
question that cannot arise in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from tianxia.engine.bitsets import BIT, elements
from tianxia.engine.vectors import numbers
from tianxia.games.base import Document, engine_seat, human_seat
from tianxia.games.edition import number_of
from tianxia.games.year_of_the_dragon.interface.documents import (
    COURT_KEYS,
    KEYS,
    PALACE_KEYS,
    PHASES,
    DragonReader,
)
from tianxia.games.year_of_the_dragon.interface.edition import (
    AGE_NAMES,
    GOODS_NAMES,
    PRIVILEGE_NAMES,
    WALL_TILE_NAMES,
    Edition,
)
from tianxia.games.year_of_the_dragon.interface.notation import WILD_WORD, slots_of, sort_name
from tianxia.games.year_of_the_dragon.interface.view import PARTS
from tianxia.games.year_of_the_dragon.rules import choices, court
from tianxia.games.year_of_the_dragon.rules.court import takes
from tianxia.games.year_of_the_dragon.rules.events import inhabited
from tianxia.games.year_of_the_dragon.rules.position import DRAFTED_PERSONS, DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import (
    ACTING,
    ACTIONS,
    BUILDING,
    CROWDED,
    DRAFT,
    DRAFTING,
    EVENT,
    FINAL_SCORING,
    LAST_WALL_SCORING,
    LOSING,
    NAMING,
    NO_SUPER_EVENT,
    NOT_DEALT,
    NOTHING,
    PLACING,
    PLAYING_CARD,
    RELEASING,
    REPLACING,
    RISING,
    STARVING,
    SUPER_EVENT,
    TAKING,
    WALL_SCORING,
)
from tianxia.games.year_of_the_dragon.rules.super_events import FLOORS_LOST, crowd, times_asked
from tianxia.games.year_of_the_dragon.rules.tables import (
    AGES,
    BUILD,
    CARDS,
    DROUGHT,
    ECLIPSE,
    HAMMERS,
    KINDS,
    MONGOLS,
    MOST_FLOORS,
    RICE,
    SORTS,
    TRIBUTE,
    WALL,
    WALL_FLOOR,
    WILD,
    YOUNG,
    YUAN,
)

MOST: Final = 10**6  # of privileges, and of spaces on the track
MOST_GOODS: Final = 10**4  # a flood takes them one by one
MOST_PALACES: Final = 2000  # more than any edition can lead to
MOST_BUILT: Final = 5000  # palaces in all: their numbers have room in those of actions
MOST_FLOORS_GAINED: Final = 100

DECIDING: Final = ("phase", "left", "dues", "held", "card", "to_build", "starved", "risen", "drafts")
"""Keys of a decision under way, which a game that is over does not have."""

FOLLOWING: Final = {
    DRAFTING: (PLACING,),
    ACTING: (BUILDING,),
    PLAYING_CARD: (TAKING, PLACING, REPLACING),
    LOSING: (CROWDED,),
    RISING: (PLACING, REPLACING),
    NAMING: (BUILDING,),
}
"""What a seat decides -> what it may have to decide because of it, before it goes on."""


def read_position(
    edition: Edition, position: DragonPosition, document: object, scores: Sequence[int]
) -> DragonPosition:
    """Turn a fresh position into the position of a document."""
    reader = _Reader(edition, position)
    reader.open_position(document, KEYS)
    reader.read_year()
    reader.read_courts()
    reader.read_board()
    reader.read_wall()
    reader.read_turn()
    position.points = numbers(scores)
    return position


class _Reader(DragonReader):
    # ---- the year

    def read_year(self) -> None:
        position = self.position
        position.event_row = numbers(self.event_row())
        given = self.super_event()
        if (given == NO_SUPER_EVENT) != (position.super_event == NO_SUPER_EVENT) or (
            position.super_event >= 0 and position.super_event != given
        ):
            self.refuse("setup-super-event")
        position.super_event = given
        position.awaits_chance = False
        words = {word: part for part, word in PARTS.items()}
        part = self.document.get("part")
        if not isinstance(part, str) or part not in words:
            self.refuse("position-part", known=list(words))
        position.part = words[part]
        position.month = self.number("month", 0, int(self.box.months))
        self.check_part()

    def check_part(self) -> None:
        """Check that the month has the given part."""
        position = self.position
        if (position.part == DRAFT) != (position.month == 0) or not position.has_part(position.part):
            self.refuse("position-no-part", part=PARTS[position.part], month=int(position.month))

    # ---- the courts

    def read_courts(self) -> None:
        position = self.position
        first_slots, built, goods, privileges, hands = [0], [], [], [], []
        palaces: list[tuple[int, int, int]] = []  # number, floors, roster
        for seat, written in enumerate(self.by_seat("courts")):
            self.check_court(written)
            own = self.palaces(written, seat)
            palaces += own
            first_slots.append(len(palaces))
            highest = max((number for number, _, _ in own), default=0)
            built.append(self.whole(written.get("built", highest), highest, MOST_BUILT, "built"))
            goods += [self.whole(written.get(key, 0), 0, MOST_GOODS, key) for key in GOODS_NAMES]
            privileges += [self.whole(written.get(key, 0), 0, MOST, key) for key in PRIVILEGE_NAMES]
            hands += self.hand(written, seat)
        position.first_slot = numbers(first_slots)
        position.built = numbers(built)
        position.goods = numbers(goods)
        position.privileges = numbers(privileges)
        position.hands = numbers(hands)
        position.numbers = numbers(number for number, _, _ in palaces)
        position.floors = numbers(floors for _, floors, _ in palaces)
        position.rosters = numbers(roster for _, _, roster in palaces)

    def check_court(self, court: object) -> None:
        if not isinstance(court, dict) or not set(court) <= set(COURT_KEYS):
            self.refuse("position-court", known=list(COURT_KEYS))

    def palaces(self, court: Document, seat: int) -> list[tuple[int, int, int]]:
        palaces = court.get("palaces")
        if not isinstance(palaces, list) or len(palaces) > MOST_PALACES:
            self.refuse("position-palaces", seat=human_seat(seat), most=MOST_PALACES)
        found = [self.palace(palace, seat) for palace in palaces]
        given = [number for number, _, _ in found]
        if given != sorted(set(given)):
            self.refuse("position-palace-numbers", seat=human_seat(seat))
        return found

    def palace(self, palace: object, seat: int) -> tuple[int, int, int]:
        if not isinstance(palace, dict) or set(palace) != set(PALACE_KEYS) or not isinstance(palace["persons"], list):
            self.refuse("position-palace", known=list(PALACE_KEYS))
        number = self.whole(palace["number"], 1, MOST_BUILT, "number")
        floors = self.whole(palace["floors"], 0, MOST_FLOORS, "floors")
        persons = [self.sort(person) for person in palace["persons"]]
        if len(persons) > MOST_FLOORS or (not persons and not floors):
            self.refuse("position-crowd", seat=human_seat(seat), palace=number)
        return number, floors, self.edition.tables.rosters.bundle_of(persons)

    def hand(self, court: Document, seat: int) -> list[int]:
        """Card -> how many the seat holds."""
        most = self.whole_hand()
        if "cards" not in court:
            return most
        if not isinstance(court["cards"], list):
            self.refuse("position-cards", seat=human_seat(seat))
        held = Counter(self.card(card) for card in court["cards"])
        if any(held[card] > most[card] for card in range(CARDS)):
            self.refuse("position-cards", seat=human_seat(seat))
        return [held[card] for card in range(CARDS)]

    def whole_hand(self) -> list[int]:
        """Card -> how many everybody holds at the start."""
        return [int(self.box.each_card)] * KINDS + [int(self.box.wild_cards)]

    # ---- the board

    def read_board(self) -> None:
        position = self.position
        position.held = self.sort(self.document["held"]) if self.document.get("held") is not None else -1
        self.read_tiles()
        track = self.list_of("track", [[human_seat(seat), 0] for seat in range(self.players)])
        if not all(isinstance(marker, list) and len(marker) == 2 for marker in track):
            self.refuse("position-track")
        ranking = [engine_seat(self.whole(seat, 1, self.players, "track")) for seat, _ in track]
        spaces = [self.whole(space, 0, MOST, "track") for _, space in track]
        if sorted(ranking) != list(range(self.players)) or spaces != sorted(spaces, reverse=True):
            self.refuse("position-track")
        position.ranking = numbers(ranking)
        position.track = numbers(space for _, space in sorted(zip(ranking, spaces, strict=True)))

    def read_tiles(self) -> None:
        """Read the person tiles on the board; tiles that are nowhere have left the game."""
        position, tables = self.position, self.edition.tables
        placed = Counter(sort for roster in position.rosters for sort in tables.rosters.content(roster))
        placed.update([int(position.held)] if position.held >= 0 else [])
        most = [int(tables.tiles(sort, self.players)) - placed[sort] for sort in range(SORTS)]
        left = list(most)
        if "tiles" in self.document:
            counts = {self.sort(name): count for name, count in self.table("tiles").items()}
            left = [self.whole(counts.get(sort, 0), 0, MOST, "tiles") for sort in range(SORTS)]
        for sort in range(SORTS):
            if most[sort] < 0 or left[sort] > most[sort]:
                tiles = int(tables.tiles(sort, self.players))
                self.refuse("position-tiles", person=sort_name(self.edition, sort), tiles=tiles)
        position.tiles = numbers(left)

    def read_groups(self) -> None:
        position = self.position
        groups = self.list_of("groups", [])
        dragons = self.by_seat("dragons", [None] * self.players)
        if position.part == DRAFT:
            if groups or any(group is not None for group in dragons):
                self.refuse("position-no-groups")
            return
        place = int(self.edition.tables.first_place(position.great_wall, position.players))
        group_of = [int(NOT_DEALT)] * len(position.group_of)
        for card in self.dealing_order(groups):
            group_of[card] = int(self.edition.tables.group_at[place])
            place += 1
        position.group_of = numbers(group_of)
        numbered = [position.group_of[self.action_card(group[0])] for group in groups]
        position.dragons = numbers(
            -1 if group is None else numbered[self.whole(group, 1, len(numbered), "dragons") - 1] for group in dragons
        )
        position.taken_groups = sum({int(BIT[group]) for group in position.dragons if group >= 0})

    def read_wall(self) -> None:
        position = self.position
        wall = [engine_seat(seat) for seat in self.wholes(self.list_of("wall", []), 1, self.players, "wall")]
        used = []
        for seat, names in enumerate(self.lists_by_seat("wall_used", [[] for _ in range(self.players)])):
            tiles = {self.number_of(name, _wall_tile_number, "wall tile") for name in names}
            if len(tiles) < len(names) or len(tiles) != wall.count(seat):
                self.refuse("position-wall-tiles", seat=human_seat(seat))
            used.append(sum(int(BIT[tile]) for tile in tiles))
        if len(wall) > self.box.wall_length or (wall and not position.great_wall):
            self.refuse("position-wall", most=int(self.box.wall_length) if position.great_wall else 0)
        position.wall = numbers(wall)
        position.wall_used = numbers(used)

    # ---- whose turn it is, and what it decides

    def read_turn(self) -> None:
        position = self.position
        self.read_groups()
        self.read_order()
        turn = self.turn()
        if (turn is None) != (position.part == FINAL_SCORING):
            self.refuse("position-over")
        if turn is None:
            given = [key for key in DECIDING if key in self.document]
            if given:
                self.refuse("position-ended", keys=given)
            self.check_crowds()
            position.over = True
            last = human_seat(int(position.order[self.players - 1]))
            position.seat = engine_seat(self.number("last", 1, self.players, last))
            return
        if "last" in self.document:
            self.refuse("position-last")
        position.seat = turn
        position.turn = list(position.order).index(turn)
        self.read_question()
        self.read_middle()
        self.read_times()
        self.check_dragons()
        self.check_crowds()
        self.check_gains()
        self.check_payments()
        if not len(position.legal_actions()):
            self.refuse("position-nothing")

    def read_order(self) -> None:
        position = self.position
        usual = range(self.players) if position.part == DRAFT else position.ranking
        order = self.list_of("order", [human_seat(int(seat)) for seat in usual])
        if Counter(self.wholes(order, 1, self.players, "order")) != Counter(range(1, self.players + 1)):
            self.refuse("position-order")
        position.order = numbers(engine_seat(seat) for seat in order)

    def read_question(self) -> None:
        """Read what all seats are asked in this part, and what the seat to move decides now."""
        position = self.position
        asked = int(position.asked_in_part())
        if asked == NOTHING:
            self.refuse("position-nothing")
        possible = {PHASES[phase]: phase for phase in (asked, *FOLLOWING.get(asked, ()))}
        word = self.document.get("phase", PHASES[asked])
        if not isinstance(word, str) or word not in possible:
            self.refuse("position-phase", known=list(possible))
        position.asked = asked
        position.phase = possible[word]

    def read_middle(self) -> None:
        """Read the keys of a decision that is made in several steps."""
        position, phase = self.position, self.position.phase
        position.card = self.card(self.document["card"]) if self.document.get("card") is not None else -1
        position.to_build = self.number("to_build", 0, MOST_FLOORS_GAINED, 0)
        position.risen = self.set_of_kinds(self.list_of("risen", []), "risen")
        named = self.wholes(self.list_of("starved", []), 1, MOST, "starved")
        slots = {int(position.numbers[slot]): slot for slot in slots_of(position, position.seat)}
        if len(set(named)) < len(named) or not set(named) <= set(slots):
            self.refuse("position-starved")
        position.starved = numbers(slots[number] for number in named)
        fits = (position.held >= 0) == (phase in (PLACING, REPLACING))
        if phase in (PLACING, REPLACING):
            fits = fits and court.has_room(position, position.seat) == (phase == PLACING)
        fits = fits and (position.card >= 0) == (phase == TAKING)
        fits = fits and (phase != TAKING or len(position.legal_actions()) > 1)
        fits = fits and (position.to_build > 0) == (phase == BUILDING)
        fits = fits and (not position.risen or position.asked == RISING)
        fits = fits and (not named or phase == STARVING)
        if not fits:
            self.refuse("position-middle")
        self.check_card()
        self.read_drafts()

    def check_card(self) -> None:
        """Check that a seat which takes or places a person in the person phase has played a card."""
        position, seat = self.position, self.position.seat
        if position.asked != PLAYING_CARD or position.phase == PLAYING_CARD:
            return
        hand = self.whole_hand()
        fits = court.cards_in_hand(position, seat) < sum(hand)
        if not fits or (position.card >= 0 and position.hands[seat * CARDS + position.card] >= hand[position.card]):
            self.refuse("position-played")

    def read_drafts(self) -> None:
        position = self.position
        listed = self.lists_by_seat("drafts", [[]] * self.players)
        drafts = [set(elements(self.set_of_kinds(kinds, "drafts"))) for kinds in listed]
        if position.part != DRAFT:
            if any(drafts):
                self.refuse("position-drafts")
            return
        left = self.number("left", 1, DRAFTED_PERSONS, DRAFTED_PERSONS)
        expected = [DRAFTED_PERSONS if seat < position.seat else 0 for seat in range(self.players)]
        expected[position.seat] = DRAFTED_PERSONS - left + (1 if position.phase == PLACING else 0)
        pairs = [kinds for kinds in drafts if len(kinds) == DRAFTED_PERSONS]
        if [len(kinds) for kinds in drafts] != expected or any(pairs.count(pair) > 1 for pair in pairs):
            self.refuse("position-drafts")
        position.drafts = numbers(sum(int(BIT[kind]) for kind in kinds) for kinds in drafts)
        self.check_draft(drafts)

    def check_draft(self, drafts: list[set[int]]) -> None:
        """Check that in the draft all persons at courts were drafted, and none has left the game."""
        position, tables = self.position, self.edition.tables
        fits = list(position.order) == list(range(self.players))
        for seat, kinds in enumerate(drafts):
            slots = slots_of(position, seat)
            persons = [sort for slot in slots for sort in tables.rosters.content(position.rosters[slot])]
            if seat == position.seat and position.held >= 0:
                persons.append(int(position.held))
            fits = fits and sorted(persons) == sorted(kind * int(AGES) + int(YOUNG) for kind in kinds)
            fits = fits and sum(int(position.floors[slot]) for slot in slots) >= DRAFTED_PERSONS
            fits = fits and not position.wall_used[seat] and not court.privilege_dragons(position, seat)
            fits = fits and court.cards_in_hand(position, seat) == sum(self.whole_hand())
        drafted = [sum(kind in kinds for kinds in drafts) for kind in range(KINDS)]
        for sort in range(SORTS):
            gone = drafted[sort // AGES] if sort % AGES == YOUNG else 0
            fits = fits and position.tiles[sort] == tables.tiles(sort, self.players) - gone
        if not fits:
            self.refuse("position-draft")

    def read_times(self) -> None:
        """Read how often the seat to move and those after it decide."""
        position, asked = self.position, int(self.position.asked)
        usual = {DRAFTING: DRAFTED_PERSONS, ACTING: 1, PLAYING_CARD: 1}.get(asked, 0)
        later = [int(seat) for turn, seat in enumerate(position.order) if turn > position.turn]
        expected = [min(usual, self.most_times(seat)) if seat in later else 0 for seat in range(self.players)]
        dues = self.wholes(self.by_seat("dues", expected), 0, MOST, "dues")
        for seat, times in enumerate(dues):
            if times > (self.most_times(seat) if seat in later else 0):
                self.refuse("position-dues", seat=human_seat(seat))
        if asked == DRAFTING and dues != expected:
            self.refuse("position-draft")
        position.dues = numbers(dues)
        most = self.most_left()
        if not most:
            self.refuse("position-nothing")
        position.left = self.number("left", 1, most, min(usual or 1, most))

    def most_times(self, seat: int) -> int:
        """The most that a seat can be asked to decide in this part."""
        position, asked = self.position, self.position.asked
        if asked == RELEASING:
            return min(int(court.persons(position, seat)), self.most_releases())
        if asked == STARVING:
            return int(inhabited(position, seat))
        if asked == PLAYING_CARD:
            return min(1, int(court.cards_in_hand(position, seat)))
        if asked == ACTING:
            return 1
        return DRAFTED_PERSONS if asked == DRAFTING else int(times_asked(position, seat))

    def most_releases(self) -> int:
        """The most persons that anybody can have to release in this part."""
        position = self.position
        if position.part in (EVENT, SUPER_EVENT) and court.event(position) != MONGOLS:
            return int(self.box.tribute if court.event(position) == TRIBUTE else self.box.contagion)
        return 1

    def most_left(self) -> int:
        """The most decisions that the seat to move, which may be in the middle of them, can have left in this part."""
        position = self.position
        if position.phase == CROWDED:
            return min(int(crowd(position, position.seat)), FLOORS_LOST)
        if position.phase == STARVING:
            return sum(choices.may_name(position, slot) for slot in slots_of(position, position.seat))
        if position.phase != position.asked:  # what it was asked is decided, and is to be carried out
            return DRAFTED_PERSONS if position.asked == DRAFTING else 1
        return self.most_times(int(position.seat))

    def check_dragons(self) -> None:
        """Check that in the action phase no seat that has still to act has a dragon on a group."""
        position = self.position
        if position.part == ACTIONS:
            waiting = list(position.order)[position.turn + (1 if position.phase == BUILDING else 0) :]
            if any(position.dragons[seat] >= 0 for seat in waiting):
                self.refuse("position-dragons")

    def check_gains(self) -> None:
        """Check that the floors or persons which the seat to move has to place can come from its move."""
        position, seat = self.position, self.position.seat
        hammers = int(court.symbols(position, seat, HAMMERS))
        fits = True
        if position.asked == RISING and position.held >= 0:
            fits = position.held % AGES == YOUNG and bool(position.risen & BIT[position.held // AGES])
        elif position.asked == PLAYING_CARD and position.held >= 0:
            missing = [most - position.hands[seat * CARDS + card] for card, most in enumerate(self.whole_hand())]
            fits = any(missing[card] and takes(card, position.held) for card in range(CARDS))
        elif position.phase == BUILDING and position.asked == NAMING:
            fits = position.to_build <= hammers
        elif position.phase == BUILDING:
            build, wall = int(position.action_amount(seat, BUILD)), int(self.box.wall_amounts[WALL_FLOOR])
            group = position.dragons[seat]
            has_built = position.group_of[BUILD] == group and position.to_build <= build
            has_walled = position.great_wall and position.group_of[WALL] == group and position.to_build <= wall
            fits = group >= 0 and (has_built or has_walled)
        if not fits:
            self.refuse("position-gains")

    def check_payments(self) -> None:
        """Check that nobody releases persons who could pay instead, or if the wall is long enough."""
        position, part = self.position, self.position.part
        is_event = part == EVENT or (part == SUPER_EVENT and position.super_event == ECLIPSE)
        goods = {TRIBUTE: YUAN, DROUGHT: RICE}.get(court.event(position), -1) if is_event else -1
        for seat in range(self.players):
            releases = position.left if seat == position.seat else position.dues[seat]
            if goods >= 0 and releases and court.goods_of(position, seat, goods):
                self.refuse("position-payment", seat=human_seat(seat))
        needed = {WALL_SCORING: position.month, LAST_WALL_SCORING: self.box.wall_length}.get(part)
        if needed is not None and len(position.wall) >= needed:
            self.refuse("position-nothing")

    def check_crowds(self) -> None:
        """Check that palaces have no more persons than floors, except during an earthquake."""
        position = self.position
        for seat in range(self.players):
            most = 0
            if seat == position.seat and position.phase == LOSING:
                most = FLOORS_LOST - int(position.left)
            elif seat == position.seat and position.phase == CROWDED:
                most = int(position.left)
            if crowd(position, seat) > most:
                self.refuse("position-crowds", seat=human_seat(seat))

    # ---- ids

    def set_of_kinds(self, kinds: list[Any], key: str) -> int:
        found = [self.kind(kind) for kind in kinds]
        if len(set(found)) < len(found):
            self.refuse("position-twice", key=key)
        return sum(int(BIT[kind]) for kind in found)

    def kind(self, kind: object) -> int:
        return self.number_of(kind, self.edition.kind_number, "kind of persons")

    def card(self, card: object) -> int:
        return int(WILD) if card == WILD_WORD else self.kind(card)

    def sort(self, person: object) -> int:
        """The sort of a person by age and kind: "old farmer"."""
        return self.number_of(person, self.sort_number, "person")

    def sort_number(self, person: str) -> int | None:
        age, _, kind = person.partition(" ")
        number = self.edition.kind_number(kind)
        if age not in AGE_NAMES or number is None:
            return None
        sort = number * int(AGES) + AGE_NAMES.index(age)
        return sort if self.edition.tables.has_sort(sort) else None


def _wall_tile_number(name: str) -> int | None:
    return number_of(WALL_TILE_NAMES, name)
