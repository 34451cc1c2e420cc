"""The slow twin of the rules of In the Year of the Dragon: written from the rulings, sharing nothing with the engine.

What is still to happen is a list of steps, the next one first. A step of a seat waits for one of its moves, and is left
out when there is none; a step of nobody happens by itself. Everything else is plain lists, dicts and Counters. The
twin reads the edition file by itself. Slow and plain on purpose. The table and its pieces are in slow_dragon_table.py,
the super events in slow_dragon_super.py; here are the set-up, the months and the end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from support.slow_dragon_super import SuperEvents
from support.slow_dragon_table import Document, Groups, Person, SlowIllegalError, Step, name_persons

__all__ = ["SlowDragon", "SlowIllegalError", "Step", "random_chance", "random_groups", "random_move", "random_set_up"]

SYMBOL_OF_ACTION = {
    "taxes": "coin",
    "build": "hammer",
    "harvest": "rice",
    "fireworks": "rocket",
    "parade": "helmet",
    "research": "book",
}
# a wall tile gives what that symbol would give
SYMBOL_OF_WALL_TILE = {
    "rice": "rice",
    "fireworks": "rocket",
    "floor": "hammer",
    "yuan": "coin",
    "track": "helmet",
    "points": "book",
}


class SlowDragon(SuperEvents):
    """One game, from the draft to the winner. Lists over seats begin with seat 1."""

    def set_up(self, events: Sequence[str], super_event: str | None) -> None:
        """Lay out the events, and begin the draft."""
        count: int = self.edition["events"]["count"]
        if Counter(events) != Counter(dict.fromkeys(self.edition["events"]["names"], count)):
            raise SlowIllegalError(f"not every event {count} times")
        if any(event != "peace" for event in events[:count]):
            raise SlowIllegalError("peace comes first")
        if has_twins(events[count:]):
            raise SlowIllegalError("two alike side by side")
        if (super_event is None) != (self.super_option == "none"):
            raise SlowIllegalError("a super event exactly when the option asks for one")
        if super_event is not None and super_event not in self.edition["super"]["names"]:
            raise SlowIllegalError(f"no such super event: {super_event}")
        if self.super_option not in ("none", "random", super_event):
            raise SlowIllegalError(f"the option asks for another super event: {super_event}")
        self.events = list(events)
        self.super_event = super_event
        self.steps = [Step("draft", seat) for seat in self.seats() for _ in range(2)] + [Step("month")]
        self.settle()

    # ---- playing

    def legal(self) -> list[str]:
        """Every legal move of the seat to move, in notation; none when the game is over."""
        return self.moves(self.steps[0]) if self.steps else []

    def play(self, move: str, chance: Sequence[Sequence[str]] | None) -> None:
        """Make a move; `chance` are the groups of action cards when it ends the draft or a month, else None."""
        if move not in self.legal():
            raise SlowIllegalError(f"not a legal move here: {move}")
        if self.needs_chance(move):
            self.coming_groups = self.checked_groups(chance)
        elif chance is not None:
            raise SlowIllegalError(f"no month begins after {move}")
        self.make(move)

    def needs_chance(self, move: str) -> bool:
        """Whether a month begins with this move: tried out."""
        trial = self.copy()
        trial.make(move)
        return trial.month != self.month

    def checked_groups(self, chance: Sequence[Sequence[str]] | None) -> Groups:
        if chance is None:
            raise SlowIllegalError("the groups of action cards are missing")
        if sorted(len(group) for group in chance) != sorted(self.sizes):
            raise SlowIllegalError("groups of other sizes")
        if Counter(card for group in chance for card in group) != Counter(self.actions):
            raise SlowIllegalError("not every action card once")
        return [list(group) for group in chance]

    def make(self, move: str) -> None:
        step = self.steps.pop(0)
        getattr(self, f"make_{step.what}")(step, move.split())
        self.settle()

    # ---- the draft (ruling 3)

    def moves_draft(self, step: Step) -> list[str]:
        """Two different young persons, not a pair that anybody has."""
        closed = [set(kinds) for kinds in self.drafted if len(kinds) == 2]
        own = self.drafted[step.seat - 1]
        kinds = [kind for kind in self.people if self.tiles["young", kind] and kind not in own]
        if own:
            allowed = [kind for kind in kinds if {*own, kind} not in closed]
        else:
            allowed = [kind for kind in kinds if any({kind, other} not in closed for other in kinds if other != kind)]
        return [f"draft {kind}" for kind in allowed]

    def make_draft(self, step: Step, words: list[str]) -> None:
        self.drafted[step.seat - 1].append(words[1])
        self.take(step.seat, ("young", words[1]))

    # ---- a month (ruling 10)

    def happen_month(self, step: Step) -> None:
        """Plan the month, and what comes after it."""
        self.month += 1
        self.groups = self.coming_groups
        self.dragons = [[] for _ in self.groups]
        last = self.month == self.months
        plan = [Step("actions"), Step("event")] if last else [Step("actions"), Step("persons"), Step("event")]
        if self.great_wall and self.events[self.month - 1] == "mongols":
            plan.append(Step("wall", number=self.month))
        if self.super_event is not None and self.month == self.edition["super"]["month"]:
            plan.append(Step("super"))
        plan += [Step("decay"), Step("scoring")]
        if last and self.great_wall:
            plan.append(Step("wall", number=self.edition["wall"]["length"]))
        plan.append(Step("end" if last else "month"))
        self.next_steps(*plan)

    # ---- first phase: action (ruling 5)

    def happen_actions(self, step: Step) -> None:
        self.read_order()
        self.next_steps(*(Step("action", seat) for seat in self.order))

    def moves_action(self, step: Step) -> list[str]:
        """Any card of any group that can be paid for and carried out, or money."""
        moves = ["money"]
        for group, dragons in zip(self.groups, self.dragons, strict=True):
            left = self.yuan[step.seat - 1] - (self.edition["prices"]["group"] if dragons else 0)
            if left >= 0:
                moves += [move for card in group for move in self.moves_with(card, step.seat, left)]
        return moves

    def moves_with(self, card: str, seat: int, yuan: int) -> list[str]:
        """The moves with an action card, when that much money is left for it."""
        if card == "privilege":
            return [f"privilege {size}" for size, price in self.price.items() if price <= yuan]
        if card == "wall":
            tiles: dict[str, int] = self.edition["wall"]["tiles"]
            is_full = len(self.wall) >= self.edition["wall"]["length"]
            return [f"wall {tile}" for tile in tiles if tile not in self.wall_used[seat - 1] and not is_full]
        return [card]

    def make_action(self, step: Step, words: list[str]) -> None:
        card, seat = words[0], step.seat
        if card == "money":
            self.yuan[seat - 1] = max(self.yuan[seat - 1], self.edition["prices"]["money"])
            return
        [chosen] = [n for n, group in enumerate(self.groups) if card in group]
        if self.dragons[chosen]:
            self.yuan[seat - 1] -= self.edition["prices"]["group"]
        self.dragons[chosen].append(seat)
        if card == "privilege":
            self.yuan[seat - 1] -= self.price[words[1]]
            self.privileges[seat - 1][words[1]] += 1
        elif card == "wall":
            self.wall.append(seat)
            self.wall_used[seat - 1].add(words[1])
            self.gain(seat, SYMBOL_OF_WALL_TILE[words[1]], self.edition["wall"]["tiles"][words[1]], "wall-tile")
        else:
            symbol = SYMBOL_OF_ACTION[card]
            self.gain(seat, symbol, self.edition["actions"][card] + self.symbols(seat, symbol), "research")

    # ---- second phase: person (ruling 7)

    def happen_persons(self, step: Step) -> None:
        self.read_order()
        self.next_steps(*(Step("card", seat) for seat in self.order))

    def moves_card(self, step: Step) -> list[str]:
        """Any card of the hand, also one that gains nothing; a seat without cards is skipped."""
        return [f"card {card}" for card, count in self.cards[step.seat - 1].items() if count]

    def make_card(self, step: Step, words: list[str]) -> None:
        """A card with no tile gains nothing; `take` is left out where there is no choice."""
        card = words[1]
        self.cards[step.seat - 1][card] -= 1
        sorts = self.sorts_for(card)
        if len(sorts) == 1:
            self.take(step.seat, sorts[0])
        elif sorts:
            self.next_steps(Step("take", step.seat, card=card))

    def sorts_for(self, card: str) -> list[Person]:
        """The persons on the board that a card is good for."""
        return [person for person, count in self.tiles.items() if count and card in (person[1], "wild")]

    def moves_take(self, step: Step) -> list[str]:
        return [f"take {age} {kind}" for age, kind in self.sorts_for(step.card)]

    def make_take(self, step: Step, words: list[str]) -> None:
        self.take(step.seat, (words[1], words[2]))

    # ---- third phase: event (rulings 8 and 9); what needs no move is taken from all before anybody releases

    def happen_event(self, step: Step) -> None:
        self.read_order()
        getattr(self, f"event_{self.events[self.month - 1]}")()

    def ask_releases(self, numbers: Mapping[int, int]) -> None:
        """Of each seat that many persons, or all it has, one seat after the other."""
        self.next_steps(*(Step("release", seat, max(0, numbers[seat])) for seat in self.order))

    def ask_the_last(self, counts: Mapping[int, int]) -> None:
        """One person of all seats with the fewest, also when that is everybody."""
        fewest = min(counts.values())
        self.ask_releases({seat: 1 if counts[seat] == fewest else 0 for seat in self.seats()})

    def event_peace(self) -> None:
        """Nothing happens."""

    def event_tribute(self) -> None:
        asked: int = self.edition["events"]["tribute"]
        missing = {}
        for seat in self.seats():
            paid = min(self.yuan[seat - 1], asked)
            self.yuan[seat - 1] -= paid
            missing[seat] = asked - paid
        self.ask_releases(missing)

    def event_drought(self) -> None:
        missing = {}
        for seat in self.seats():
            inhabited = sum(bool(palace["persons"]) for palace in self.palaces[seat - 1])
            paid = min(self.rice[seat - 1], inhabited)
            self.rice[seat - 1] -= paid
            missing[seat] = inhabited - paid
        self.next_steps(*(Step("starve", seat, missing[seat]) for seat in self.order))

    def moves_starve(self, step: Step) -> list[str]:
        """An inhabited palace that was not named yet, and somebody in it; palaces are alike among those."""
        if not step.number:
            return []
        unnamed = [palace for palace in self.palaces[step.seat - 1] if palace["number"] not in step.named]
        return name_persons("starve", unnamed)

    def make_starve(self, step: Step, words: list[str]) -> None:
        self.let_go(self.palace(step.seat, words[1]), words[2:])
        self.again(replace(step, named=(*step.named, int(words[1]))))

    def event_festival(self) -> None:
        """Ties all score, and the next number of fireworks is still the second; who scored returns half, rounded up."""
        before = list(self.fireworks)
        ranks = sorted(set(before) - {0}, reverse=True)
        points: list[int] = self.edition["events"]["festival"]
        for seat in self.seats():
            own = before[seat - 1]
            if own and ranks.index(own) < len(points):
                self.score(seat, points[ranks.index(own)], "festival")
                self.fireworks[seat - 1] -= (own + 1) // 2

    def event_mongols(self) -> None:
        helmets = {seat: self.symbols(seat, "helmet") for seat in self.seats()}
        for seat in self.seats():
            self.score(seat, helmets[seat], "mongols")
        self.ask_the_last(helmets)

    def event_contagion(self) -> None:
        asked: int = self.edition["events"]["contagion"]
        self.ask_releases({seat: asked - self.symbols(seat, "mortar") for seat in self.seats()})

    def happen_wall(self, step: Step) -> None:
        """Ruling 14: points for a wall of the length asked, else a release by the laziest."""
        built = {seat: self.wall.count(seat) for seat in self.seats()}
        if len(self.wall) >= step.number:
            for seat in self.seats():
                self.score(seat, built[seat], "wall")
        else:
            self.ask_the_last(built)

    def happen_decay(self, step: Step) -> None:
        """Ruling 10: each palace without persons loses a floor; with none left it is gone."""
        for seat in self.seats():
            for palace in self.palaces[seat - 1]:
                if not palace["persons"]:
                    palace["floors"] -= 1
            self.palaces[seat - 1] = [palace for palace in self.palaces[seat - 1] if palace["floors"]]

    # ---- fourth phase: scoring (ruling 11), and the end (ruling 12)

    def happen_scoring(self, step: Step) -> None:
        for seat in self.seats():
            self.score(seat, len(self.palaces[seat - 1]), "palaces")
            self.score(seat, self.symbols(seat, "dragon"), "court-ladies")
            dragons = {size: self.edition["privileges"][size]["dragons"] for size in self.price}
            own = self.privileges[seat - 1]
            self.score(seat, sum(own[size] * dragons[size] for size in dragons), "privileges")

    def happen_end(self, step: Step) -> None:
        """The final scoring; of the best the one who is farthest on the track wins."""
        end = self.edition["end"]
        for seat in self.seats():
            self.score(seat, len(self.persons(seat)) * end["person"], "persons")
            self.score_monks(seat, "monks")
            sold = (self.rice[seat - 1] + self.fireworks[seat - 1]) * end["sale"]
            self.score(seat, (self.yuan[seat - 1] + sold) // end["yuan_per_point"], "money")
        self.over = True
        best = [seat for seat, _ in self.track if self.scores[seat - 1] == max(self.scores)]
        self.winners = best[:1]


# ---- chance


def has_twins(events: Sequence[str]) -> bool:
    """Whether two alike are side by side."""
    return any(events[n] == events[n + 1] for n in range(len(events) - 1))


def random_set_up(
    edition: Document, players: int, options: Mapping[str, Any], rng: random.Random
) -> tuple[SlowDragon, Document]:
    """A twin at the start of the draft, and its set-up as a record holds it; missing options have their defaults."""
    settings = {"great_wall": False, "super_event": "none", "large_privilege": 7, **options}
    count: int = edition["events"]["count"]
    others = [name for name in edition["events"]["names"] if name != "peace"] * count
    rng.shuffle(others)
    while has_twins(others):  # ruling 2: every row that is allowed is equally likely
        rng.shuffle(others)
    named = settings["super_event"]
    drawn = rng.choice(edition["super"]["names"]) if named == "random" else named
    setup: Document = {"events": ["peace"] * count + others, "super_event": None if drawn == "none" else drawn}
    twin = SlowDragon(edition, players, settings["great_wall"], named, settings["large_privilege"])
    twin.set_up(setup["events"], setup["super_event"])
    return twin, setup


def random_groups(twin: SlowDragon, rng: random.Random) -> Groups:
    """The action cards shuffled and laid out."""
    cards = list(twin.actions)
    rng.shuffle(cards)
    return [[cards.pop() for _ in range(size)] for size in twin.sizes]


def random_chance(twin: SlowDragon, move: str, rng: random.Random) -> Groups | None:
    """The groups of the month that begins with a move, or None where none does."""
    return random_groups(twin, rng) if twin.needs_chance(move) else None


# how moves begin that keep persons alive: with moves all alike almost nobody lives to see the end
PRUDENT = (
    *("draft healer", "draft farmer", "card healer", "card farmer", "take old"),
    *("taxes", "build", "floor new", "harvest"),
)


def random_move(twin: SlowDragon, rng: random.Random, prudence: float = 0.0) -> str:
    """Any legal move, or with that chance a prudent one where there is any."""
    moves = twin.legal()
    prudent = [move for move in moves if move.startswith(PRUDENT)]
    return rng.choice(prudent if prudent and rng.random() < prudence else moves)
