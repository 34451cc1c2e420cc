"""In the Year of the Dragon, by Stefan Feld (alea, 2007 and 2017): the rules.

    the draft   two young persons for each seat
    a month     action          choose an action card, or fill up your money
                person          play a card, take such a person, place it
                event           the event of the month
                (wall)          after the Mongols: the Great Wall is scored
                (super event)   in one month of the year
                decay, scoring  palaces without persons lose a floor; points for palaces, court ladies, privileges
    the end     after twelve months: (the wall once more), persons, monks and money

The seats decide one after the other, in the order of the person track. Each part of a month asks every seat for one
decision, a number of times (`dues`); what a seat gains by it may have to be placed first: floors, or a person.
`events`, `great_wall` and `super_events` have the parts of their names. `words/en/rules/year-of-the-dragon.md` has the
rulings.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, nth_of, size_of
from tianxia.engine.chance import Stream, check_seed, fresh_stream, stream_of
from tianxia.engine.native import append, i64, vec
from tianxia.games.year_of_the_dragon.rules import choices, court
from tianxia.games.year_of_the_dragon.rules.choices import (
    ACT,
    CARD,
    DISMISS,
    DRAFT_KIND,
    FIRST_ACTIONS,
    FIRST_WALL_TILE,
    FLOOR,
    FLOOR_NEW,
    LOSE,
    MONEY,
    PALACE,
    PALACE_STEP,
    SMALL_PRIVILEGE,
    TAKE,
)
from tianxia.games.year_of_the_dragon.rules.events import asked_by_event, begin_event
from tianxia.games.year_of_the_dragon.rules.great_wall import build_wall, score_wall
from tianxia.games.year_of_the_dragon.rules.journal_notes import (
    ACTED,
    BOUGHT,
    CARD_PLAYED,
    DISMISSED,
    FILLED_UP,
    FLOOR_BUILT,
    FOR_RESEARCH,
    MONTH_BEGAN,
    MOVED_IN,
    PAID_GROUP,
    RELEASED,
    REPLACED,
    TILE_MISSING,
    YEAR_ENDED,
)
from tianxia.games.year_of_the_dragon.rules.state import (
    ACTING,
    ACTIONS,
    BUILDING,
    CROWDED,
    DEALING,
    DRAFT,
    DRAFTING,
    END_OF_MONTH,
    EVENT,
    FINAL_SCORING,
    LAST_WALL_SCORING,
    LOSING,
    NO_SUPER_EVENT,
    NOT_DEALT,
    PERSONS,
    PLACING,
    PLAYING_CARD,
    RANDOM_SUPER_EVENT,
    RELEASING,
    REPLACING,
    RISING,
    STARVING,
    SUPER_EVENT,
    TAKING,
    WALL_SCORING,
    DragonState,
)
from tianxia.games.year_of_the_dragon.rules.super_events import (
    asked_by_super_event,
    begin_super_event,
    choose,
    lose_floor,
    things_to_choose,
)
from tianxia.games.year_of_the_dragon.rules.tables import (
    ACTION_CARDS,
    AGES,
    BOOKS,
    CARDS,
    COINS,
    EVENTS,
    GIFTS_OF_KINDS,
    HAMMERS,
    HELMETS,
    MONGOLS,
    PRIVILEGE,
    ROCKETS,
    SACKS,
    SUPER_EVENTS,
    WALL,
    YOUNG,
    YUAN,
)

HELPERS: Final = vec[i64]([COINS, HAMMERS, SACKS, ROCKETS, HELMETS, BOOKS])
"""Action card -> the kind of persons that add to it."""
DRAFTED_PERSONS: Final = 2


class DragonPosition(DragonState):
    """One position of In the Year of the Dragon: how the year goes on, on the fields of the state.

    The fields are a class of their own so that the functions about a court, its choices and the events, which these
    rules call, need not know the rules.
    """

    __slots__ = ()

    def clone(self) -> DragonPosition:
        return DragonPosition(self.tables, self.players, False, 0, 0, self)

    def legal_actions(self) -> vec[i64]:
        return choices.legal_actions(self)

    def random_action(self, stream: Stream) -> i64:
        return choices.random_action(self, stream)

    # ---- carrying out a decision

    def apply_until_chance(self, action: i64) -> None:
        phase = self.phase
        if phase == ACTING:
            self.act(action - ACT)
        elif phase == PLAYING_CARD:
            self.play_card(action - CARD)
        elif phase == TAKING:
            self.card = -1
            court.take_tile(self, action - TAKE)
        elif phase == DRAFTING:
            self.draft(action - DRAFT_KIND)
        elif phase < PLACING:
            choose(self, action - FIRST_ACTIONS[phase])
        elif phase == PLACING:
            self.move_in(self.first_slot[self.seat] + action - PALACE)
        elif phase == BUILDING:
            self.build_floor(action)
        elif phase == LOSING:
            lose_floor(self, self.first_slot[self.seat] + action - LOSE)
        elif action == DISMISS:
            self.dismiss()
        else:
            place = action - FIRST_ACTIONS[phase]
            slot = self.first_slot[self.seat] + place // PALACE_STEP
            if phase == REPLACING:
                self.replace(slot, place % PALACE_STEP)
            else:
                self.release(slot, place % PALACE_STEP)
        self.go_on()

    def go_on(self) -> None:
        """Find the next decision of the seat; if there is none, the next seat is to move."""
        if self.to_build:
            self.phase = BUILDING
        elif self.held >= 0:
            self.phase = PLACING if court.has_room(self, self.seat) else REPLACING
        elif self.card >= 0:
            self.phase = TAKING
        else:
            self.left -= 1
            if not self.left:
                self.next_turn()
            elif self.phase != CROWDED:
                self.phase = self.asked

    def next_turn(self) -> None:
        """Go to the next seat with a decision in this part of the year, or in a later part."""
        if len(self.starved):
            self.starved = vec[i64]([])
        self.turn += 1
        while True:
            while self.turn < self.players:
                seat = self.order[self.turn]
                if self.dues[seat]:
                    self.seat = seat
                    self.phase = self.asked
                    self.left = self.dues[seat]
                    self.dues[seat] = 0
                    if self.phase != RISING or things_to_choose(self):
                        return
                self.turn += 1
            self.next_part()
            if self.over or self.awaits_chance:
                return
            self.turn = 0

    # ---- the year, part by part

    def next_part(self) -> None:
        """Go to the next part of the month, in the order of the rulebook (ruling 10 for its end)."""
        self.part += 1
        while not self.has_part(self.part):
            self.part += 1
        self.asked = self.asked_in_part()
        self.risen = 0
        if self.part == ACTIONS:
            self.drafts = vec[i64]([0 for _ in range(self.players)])
            self.begin_month()
        elif self.part == PERSONS:
            self.begin_persons()
        elif self.part == EVENT:
            self.read_order()
            begin_event(self)
        elif self.part == WALL_SCORING:
            score_wall(self, self.month)
        elif self.part == SUPER_EVENT:
            begin_super_event(self)
        elif self.part == END_OF_MONTH:
            self.end_month()
        elif self.part == LAST_WALL_SCORING:
            score_wall(self, self.tables.box.wall_length)
        else:
            court.note(self, YEAR_ENDED, 0)
            court.score_year(self)
            self.over = True

    def has_part(self, part: i64) -> bool:
        """Whether this month has a part of the year. (Parts of every month are not asked about.)"""
        if part == PERSONS:  # ruling 7
            return self.month < self.tables.box.months
        if part == WALL_SCORING:
            return self.great_wall and court.event(self) == MONGOLS
        if part == SUPER_EVENT:
            return self.super_event != NO_SUPER_EVENT and self.month == self.tables.box.super_month
        if part == LAST_WALL_SCORING:
            return self.great_wall and self.month == self.tables.box.months
        if part == FINAL_SCORING:
            return self.month == self.tables.box.months
        return True

    def asked_in_part(self) -> i64:
        """The decision of every seat in this part of the year, if there is one; `dues` has how often."""
        if self.part == DRAFT:
            return DRAFTING
        if self.part == ACTIONS:
            return ACTING
        if self.part == PERSONS:
            return PLAYING_CARD
        if self.part == EVENT:
            return asked_by_event(self)
        if self.part == SUPER_EVENT:
            return asked_by_super_event(self)
        return RELEASING

    def begin_draft(self) -> None:
        self.part = DRAFT
        self.ask_everybody(DRAFTED_PERSONS)

    def begin_month(self) -> None:
        """Begin a month: take back the dragons, and await the action cards from chance."""
        self.month += 1
        self.part = ACTIONS
        self.taken_groups = 0
        for seat in range(self.players):
            self.dragons[seat] = -1
        self.group_of = vec[i64]([NOT_DEALT for _ in range(ACTION_CARDS)])
        self.undealt = BIT[self.action_cards()] - 1
        self.awaits_chance = True
        if self.seed:
            self.generator = stream_of(self.seed, self.month)

    def begin_actions(self) -> None:
        court.note(self, MONTH_BEGAN, 0, self.month, court.event(self))
        self.read_order()
        self.ask_everybody(1)

    def ask_everybody(self, times: i64) -> None:
        """Begin a part in which every seat decides equally often."""
        self.asked = self.asked_in_part()
        for seat in self.order:
            self.dues[seat] = times
        self.turn = -1
        self.next_turn()

    def begin_persons(self) -> None:
        self.read_order()
        for seat in self.order:
            self.dues[seat] = min(1, court.cards_in_hand(self, seat))

    def end_month(self) -> None:
        court.decay(self)
        court.score_month(self)
        if self.month < self.tables.box.months:
            self.begin_month()

    def read_order(self) -> None:
        """Ruling 4: the order of play is that of the person track, as it is when a part begins."""
        self.order = self.ranking[:]

    def action_cards(self) -> i64:
        """The number of action cards in this game."""
        if self.great_wall:
            return ACTION_CARDS
        return ACTION_CARDS - 1

    # ---- the draft, and the action phase

    def draft(self, kind: i64) -> None:
        self.drafts = self.drafts[:]
        self.drafts[self.seat] |= BIT[kind]
        court.take_tile(self, kind * AGES + YOUNG)

    def act(self, choice: i64) -> None:
        """Rulings 5 and 6: choose an action card, and pay for its group; or fill up the money."""
        if choice == MONEY:
            self.fill_up_money()
            return
        self.choose_group(card_of(choice))
        if choice < SMALL_PRIVILEGE:
            self.use_card(choice)
        elif choice < FIRST_WALL_TILE:
            self.buy_privilege(choice - SMALL_PRIVILEGE)
        else:
            build_wall(self, self.seat, choice - FIRST_WALL_TILE)

    def fill_up_money(self) -> None:
        missing = self.yuan_to_fill_up(self.seat)
        court.gain(self, self.seat, YUAN, missing)
        court.note(self, FILLED_UP, self.seat, missing)

    def yuan_to_fill_up(self, seat: i64) -> i64:
        """The yuan that a seat would get by filling up its money."""
        return max(0, self.tables.box.yuan_refill - court.goods_of(self, seat, YUAN))

    def choose_group(self, card: i64) -> None:
        price = choices.price_of(self, card)
        if price:
            court.gain(self, self.seat, YUAN, -price)
            court.note(self, PAID_GROUP, self.seat, price)
        self.dragons[self.seat] = self.group_of[card]
        self.taken_groups |= BIT[self.group_of[card]]

    def use_card(self, card: i64) -> None:
        amount = self.action_amount(self.seat, card)
        court.note(self, ACTED, self.seat, card, amount)
        court.give(self, self.seat, gift_of(card), amount, FOR_RESEARCH)

    def action_amount(self, seat: i64, card: i64) -> i64:
        """The amount that an action card would give a seat: from the card and from the persons who help."""
        return self.tables.box.action_symbols[card] + court.symbols(self, seat, HELPERS[card])

    def buy_privilege(self, size: i64) -> None:
        price = court.privilege_price(self, size)
        court.gain(self, self.seat, YUAN, -price)
        court.change_privileges(self, self.seat, size, 1)
        court.note(self, BOUGHT, self.seat, size, price)

    def build_floor(self, action: i64) -> None:
        seat = self.seat
        slot = court.add_palace(self, seat) if action == FLOOR_NEW else self.first_slot[seat] + action - FLOOR
        self.floors[slot] += 1
        self.to_build -= 1
        court.note(self, FLOOR_BUILT, seat, self.numbers[slot], self.floors[slot])

    # ---- the person phase, and placing persons

    def play_card(self, card: i64) -> None:
        """Ruling 7: play a person card; the person is taken at once if only one sort can be taken."""
        self.hands[self.seat * CARDS + card] -= 1
        court.note(self, CARD_PLAYED, self.seat, card)
        sorts = court.sorts_left(self, card)
        if not sorts:
            court.note(self, TILE_MISSING, self.seat, card)
        elif sorts & (sorts - 1):
            self.card = card
        else:
            court.take_tile(self, first_of(sorts))

    def move_in(self, slot: i64) -> None:
        sort = self.held
        self.held = -1
        court.add_person(self, slot, sort)
        court.note(self, MOVED_IN, self.seat, sort, self.numbers[slot])
        court.move_marker(self, self.seat, self.tables.values[sort])

    def replace(self, slot: i64, sort: i64) -> None:
        court.remove_person(self, slot, sort)
        court.note(self, REPLACED, self.seat, sort, self.numbers[slot])
        self.move_in(slot)

    def dismiss(self) -> None:
        court.note(self, DISMISSED, self.seat, self.held)
        self.held = -1

    # ---- releases

    def release(self, slot: i64, sort: i64) -> None:
        """Ruling 8: release a person."""
        court.note(self, RELEASED, self.seat, sort, self.numbers[slot])
        court.remove_person(self, slot, sort)
        if self.phase == STARVING:
            self.starved = append(self.starved[:], slot)
        elif self.phase == CROWDED:
            court.clear_ruins(self, self.seat)

    # ---- chance: the row of events, the super event, and the groups of action cards

    def outcomes(self) -> vec[i64]:
        found = vec[i64]([])
        if self.awaits_chance:
            for outcome in range(SUPER_EVENTS):  # no event of chance has more outcomes
                if self.weight(outcome):
                    found = append(found, outcome)
        return found

    def weights(self) -> vec[i64]:
        found = vec[i64]([])
        for outcome in self.outcomes():
            found = append(found, self.weight(outcome))
        return found

    def weight(self, outcome: i64) -> i64:
        """The weight of an outcome: its chance is its share of the sum of all weights."""
        if self.part != DEALING:
            return self.undealt >> outcome & 1
        if self.lays_events():
            ones, twos = self.event_tiles_left()
            return self.event_rows_with(outcome, ones, twos)
        return 1

    def total_weight(self) -> i64:
        if self.part != DEALING:
            return size_of(self.undealt)
        if self.lays_events():
            ones, twos = self.event_tiles_left()
            last = BIT[self.event_row[len(self.event_row) - 1]]
            return self.tables.rows_left(size_of(ones), size_of(twos), size_of(ones & last))
        return SUPER_EVENTS

    def outcome_at(self, index: i64) -> i64:
        """The outcome at an index of a list in which each outcome occurs as often as its weight."""
        if self.part != DEALING:
            return nth_of(self.undealt, index)
        if not self.lays_events():
            return index
        ones, twos = self.event_tiles_left()
        event: i64 = 0
        weight = self.event_rows_with(event, ones, twos)
        while index >= weight:
            index -= weight
            event += 1
            weight = self.event_rows_with(event, ones, twos)
        return event

    def lays_events(self) -> bool:
        return self.part == DEALING and len(self.event_row) < self.tables.box.months

    def event_tiles_left(self) -> tuple[i64, i64]:
        """The set of events with one tile left for the row, and the set of those with two."""
        once: i64 = 0
        twice: i64 = 0
        for event in self.event_row:
            twice |= once & BIT[event]
            once |= BIT[event]
        every: i64 = BIT[EVENTS] - 1
        if self.tables.box.events == 1:
            return every & ~once, 0
        return once & ~twice, every & ~once

    def event_rows_with(self, event: i64, ones: i64, twos: i64) -> i64:
        """Ruling 2: the number of ways to finish the row of events if an event comes next, with given tiles left."""
        if self.event_row[len(self.event_row) - 1] == event:
            return 0
        if ones & BIT[event]:
            return self.tables.rows_left(size_of(ones) - 1, size_of(twos), 0)
        if twos & BIT[event]:
            return self.tables.rows_left(size_of(ones) + 1, size_of(twos) - 1, 1)
        return 0

    def take_seed(self, seed: bytes) -> None:
        self.seed = check_seed(seed)
        self.generator = stream_of(seed, self.month)

    def draw(self) -> i64:
        # looking does not draw: `settle` advances the stream, also when the outcome is given
        assert self.generator is not None
        return self.outcome_at(self.generator.copy().below(self.total_weight()))

    def settle(self, outcome: i64) -> None:
        if self.generator is not None:
            self.generator.below(self.total_weight())
        self.receive(outcome)

    def draw_all(self) -> None:
        """Draw and settle until a seat is to move: the fast twin of `draw` and `settle`."""
        while self.awaits_chance:
            assert self.generator is not None
            self.receive(self.outcome_at(self.generator.below(self.total_weight())))

    def receive(self, outcome: i64) -> None:
        """Put an outcome of chance into place: an event, the super event, or an action card."""
        if self.part != DEALING:
            laid = self.action_cards() - size_of(self.undealt)
            place = self.tables.first_place(self.great_wall, self.players) + laid
            self.group_of[outcome] = self.tables.group_at[place]
            self.undealt &= ~BIT[outcome]
            self.awaits_chance = self.undealt != 0
            if not self.undealt:
                self.begin_actions()
            return
        if self.lays_events():
            self.event_row = append(self.event_row[:], outcome)
        else:
            self.super_event = outcome
        if not self.lays_events() and self.super_event != RANDOM_SUPER_EVENT:
            self.awaits_chance = False
            self.begin_draft()

    # ---- what nobody can know: the shuffles to come

    def determinize(self, seat: i64, stream: Stream) -> None:
        if not self.over and self.part != DEALING:
            self.seed = b""
            self.generator = fresh_stream(stream)

    # ---- the result

    def scores(self) -> vec[i64]:
        return self.points[:]

    def tie_breaks(self, seat: i64) -> vec[i64]:
        """Ruling 12: whoever is before the others in the order of play, so whoever is farthest on the person track."""
        behind: i64 = self.players - 1
        while self.ranking[self.players - 1 - behind] != seat:
            behind -= 1
        return vec[i64]([behind])


def gift_of(card: i64) -> i64:
    """The gift of an action card that is neither for privileges nor for the wall: the same as of persons who help."""
    return GIFTS_OF_KINDS[HELPERS[card]]


def card_of(choice: i64) -> i64:
    """The action card of a choice in the action phase other than money, which needs no card."""
    assert choice != MONEY
    if choice < SMALL_PRIVILEGE:
        return choice
    if choice < FIRST_WALL_TILE:
        return PRIVILEGE
    return WALL
