"""The slow twin of the rules of The Emperor of China: written from the rulings, sharing nothing with the engine.

It keeps cards as Counters and pieces as dicts, tries every space and every payment, finds roads by trying all sets of
rows, and reads the edition file by itself. Slow and plain on purpose.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Document = dict[str, Any]
Entry = dict[str, int | str]  # of the ledger: seat, amount, source, where, round
Cards = Counter[str]  # colour -> how many
Hands = tuple[tuple[str, ...], ...]  # seat - 1 -> its cards, sorted
HiddenState = tuple[Hands, tuple[str, ...]]  # the hands, and the pile, sorted

MOST_CARDS = 3  # the rulebook's 3-2-1 rule: up to three cards, two pieces, one region
MOST_PIECES = 2


class SlowIllegalError(ValueError):
    """A move that is not legal, or an outcome that chance cannot bring about."""


class SlowCardMissingError(SlowIllegalError):
    """A further card leaves the pile, and nobody said which."""


class SlowEmperor:
    """One game, from the set-up to the winners. Lists over seats begin with seat 1."""

    def __init__(self, edition: Document, players: int, side: str, fortifications: bool) -> None:
        self.players = players
        self.box: Document = edition["box"]
        self.colours: list[str] = list(edition["cards"])
        removed: int = self.box["removed"][str(players)]
        self.deck: Cards = Counter({colour: number - removed for colour, number in edition["cards"].items()})

        self.regions: dict[str, str] = {}  # region -> its colour
        self.spaces: dict[str, list[str]] = {}  # region -> its house spaces
        for region in edition["region"]:
            self.regions[region["id"]] = region["colour"]
            self.spaces[region["id"]] = [f"{region['id']}-{n + 1}" for n in range(len(region["houses"]))]
        self.order = [space for spaces in self.spaces.values() for space in spaces]  # as in the file
        self.home = {space: region for region, spaces in self.spaces.items() for space in spaces}
        self.alliances: dict[int, tuple[str, str]] = {
            int(number): (pair[0], pair[1]) for number, pair in edition["alliances"].items()
        }
        [board] = [board for board in edition["side"] if board["id"] == side]
        if players not in board["players"]:
            raise SlowIllegalError(f"{side} is not for {players} players")
        self.roads: list[tuple[str, str]] = [(road[0], road[1]) for road in board["roads"]]

        # the board
        self.houses: dict[str, int] = {}  # space -> seat
        self.emissaries = {region: Counter[int]() for region in self.regions}  # region -> seat -> how many
        self.fortifications: set[str] = set()  # spaces; they stay under a house
        self.scored: set[str] = set()  # regions whose houses were scored
        # the seats: seat - 1 -> ...
        self.houses_left = [int(self.box["houses"])] * players
        self.emissaries_left = [int(self.box["emissaries"])] * players
        self.fortifications_left = [int(self.box["fortifications"]) if fortifications else 0] * players
        self.hand: list[Cards] = [Counter() for _ in range(players)]
        self.known: list[Cards] = [Counter() for _ in range(players)]  # the part of the hand that everybody knows
        self.ledger: list[Entry] = []
        # the cards
        self.pile: Cards = Counter(self.deck)
        self.row: list[str] = []
        self.discards: Cards = Counter()
        self.times_run_out = 0
        self.outcome: list[str] = []  # told cards that have yet to leave the pile
        # the turn
        self.seat = 1
        self.round = 1
        self.over = False
        self.winners: list[int] = []
        self.phase = "begin"  # "begin": a turn begins, "second": a second piece or done, "draw": take or draw
        self.region = ""  # "second": where the first piece went
        self.cards_played = 0  # this turn
        self.draw_up_to = 0  # "draw": cards in the hand that end it

    def set_up(self, hands: Sequence[Sequence[str]], row: Sequence[str]) -> None:
        """Deal: the rest of the deck is the pile."""
        if len(hands) != self.players or any(len(hand) != self.box["hand"] for hand in hands):
            raise SlowIllegalError("not a full hand for every seat")
        if len(row) != self.box["row"]:
            raise SlowIllegalError("not a full row")
        dealt = Counter(row)
        for cards in hands:
            dealt.update(cards)
        if not dealt <= self.deck:
            raise SlowIllegalError("more cards of a colour than there are")
        self.hand = [Counter(cards) for cards in hands]
        self.row = list(row)
        self.pile = self.deck - dealt

    def copy(self) -> SlowEmperor:
        """A twin that can be played on alone; what never changes is shared."""
        other = copy.copy(self)
        other.houses = dict(self.houses)
        other.emissaries = {region: Counter(there) for region, there in self.emissaries.items()}
        other.fortifications = set(self.fortifications)
        other.scored = set(self.scored)
        other.houses_left = list(self.houses_left)
        other.emissaries_left = list(self.emissaries_left)
        other.fortifications_left = list(self.fortifications_left)
        other.hand = [Counter(cards) for cards in self.hand]
        other.known = [Counter(cards) for cards in self.known]
        other.ledger = [dict(entry) for entry in self.ledger]
        other.pile = Counter(self.pile)
        other.row = list(self.row)
        other.discards = Counter(self.discards)
        other.outcome = list(self.outcome)
        other.winners = list(self.winners)
        return other

    @property
    def scores(self) -> list[int]:
        totals = [0] * self.players
        for entry in self.ledger:
            totals[int(entry["seat"]) - 1] += int(entry["amount"])
        return totals

    # ---- legal moves

    def legal_moves(self) -> list[str]:
        """Every legal move of the seat to move, in notation."""
        if self.over:
            return []
        if self.phase == "second":
            return [*self.piece_moves(self.region), "done"]  # ruling 2: also where it is the only answer
        if self.phase == "draw":
            return self.draw_moves()
        moves = [move for region in self.regions for move in self.piece_moves(region)]
        hand = self.hand[self.seat - 1]
        if hand.total() and self.can_draw():  # ruling 8
            return moves + [f"exchange {colour}" for colour in self.colours if hand[colour]]
        return [*moves, "pass"]

    def piece_moves(self, region: str) -> list[str]:
        """Every piece of the seat that may go to the region, with every way to pay for it."""
        payments = self.payments(region)
        if not payments:
            return []
        pieces = [f"house {space}" for space in self.spaces[region] if self.can_build(self.seat, space)]
        if self.can_send(self.seat, region):
            pieces.append(f"emissary {region}")
        pieces += [f"fortification {space}" for space in self.spaces[region] if self.can_fortify(self.seat, space)]
        return [f"{piece} {payment}" for piece in pieces for payment in payments]

    def can_build(self, seat: int, space: str) -> bool:
        return self.houses_left[seat - 1] > 0 and space not in self.houses

    def can_send(self, seat: int, region: str) -> bool:
        """Ruling 4: no more emissaries, of all players, than the leader has houses."""
        most_houses = max(self.houses_of(player, region) for player in self.seats())
        return self.emissaries_left[seat - 1] > 0 and self.emissaries[region].total() + 1 <= most_houses

    def can_fortify(self, seat: int, space: str) -> bool:
        return self.fortifications_left[seat - 1] > 0 and space not in self.houses and space not in self.fortifications

    def payments(self, region: str) -> list[str]:
        """Ruling 3: one card of the region's colour, or two cards of one other colour."""
        hand = self.hand[self.seat - 1]
        found = []
        for colour in self.colours:
            needed = 1 if colour == self.regions[region] else 2
            if hand[colour] >= needed and self.cards_played + needed <= MOST_CARDS:
                found.append(" ".join([colour] * needed))
        return found

    def draw_moves(self) -> list[str]:
        moves = [f"take {colour}" for colour in self.colours if colour in self.row]
        return [*moves, "draw"] if self.pile.total() else moves

    def can_draw(self) -> bool:
        return bool(self.row) or self.pile.total() > 0

    # ---- a look at the board

    def seats(self) -> range:
        return range(1, self.players + 1)

    def houses_of(self, seat: int, region: str) -> int:
        return sum(self.houses.get(space) == seat for space in self.spaces[region])

    def emissaries_of(self, seat: int, region: str) -> int:
        return self.emissaries[region][seat]

    def is_empty(self, region: str) -> bool:
        """Ruling 2: no piece at all; a fortification is one."""
        pieces = [space for space in self.spaces[region] if space in self.houses or space in self.fortifications]
        return not pieces and self.emissaries[region].total() == 0

    def is_full(self, region: str) -> bool:
        return all(space in self.houses for space in self.spaces[region])

    def has_fortified_house(self, seat: int, region: str) -> bool:
        return any(self.houses.get(space) == seat and space in self.fortifications for space in self.spaces[region])

    def is_stuck(self) -> bool:
        """Ruling 9: no player could place any piece, whatever the cards."""
        return not any(
            any(self.can_build(seat, space) or self.can_fortify(seat, space) for space in self.order)
            or any(self.can_send(seat, region) for region in self.regions)
            for seat in self.seats()
        )

    # ---- playing

    def play(self, move: str, chance: Sequence[str] | None) -> None:
        """Make a move; `chance` are the cards that leave the pile because of it, in order.

        After a `SlowIllegalError` about chance the position is of no more use.
        """
        if move not in self.legal_moves():
            raise SlowIllegalError(f"not a legal move here: {move}")
        self.outcome = list(chance or [])
        what, *words = move.split()
        if what in ("house", "emissary", "fortification"):
            self.place(what, words[0], words[1:])
        elif what == "done":
            self.begin_drawing(self.box["hand"])
        elif what == "exchange":
            self.discard(words[0])
            self.begin_drawing(self.hand[self.seat - 1].total() + 1)  # ruling 1: exactly one
        elif what == "pass":
            self.end_turn()
        else:
            self.draw(words)
        if self.outcome:
            raise SlowIllegalError(f"cards too many: {' '.join(self.outcome)}")

    def cards_to_come(self, move: str, so_far: Sequence[str]) -> Cards | None:
        """What the next card to leave the pile may be, when `so_far` have left it because of a move; None: no more."""
        trial = self.copy()
        try:
            trial.play(move, so_far)
        except SlowCardMissingError:
            return Counter(trial.pile)
        return None

    def place(self, piece: str, where: str, payment: list[str]) -> None:
        region = where if piece == "emissary" else self.home[where]
        was_empty = self.phase == "begin" and self.is_empty(region)
        pieces = 1 if self.phase == "begin" else 2
        for colour in payment:
            self.discard(colour)
            self.cards_played += 1
        if piece == "house":
            self.houses[where] = self.seat
            self.houses_left[self.seat - 1] -= 1
            if self.is_full(region):  # ruling 5: at once, in the middle of the turn
                self.score_houses(region)
        elif piece == "emissary":
            self.emissaries[where][self.seat] += 1
            self.emissaries_left[self.seat - 1] -= 1
        else:
            self.fortifications.add(where)
            self.fortifications_left[self.seat - 1] -= 1

        if self.is_stuck():  # ruling 9: before `done` and before drawing
            self.end_game()
        elif was_empty or pieces == MOST_PIECES:
            self.begin_drawing(self.box["hand"])
        else:
            self.phase = "second"
            self.region = region

    def discard(self, colour: str) -> None:
        """Ruling 6: a card played counts as a known one of its colour if there is one."""
        self.hand[self.seat - 1][colour] -= 1
        self.discards[colour] += 1
        if self.known[self.seat - 1][colour]:
            self.known[self.seat - 1][colour] -= 1

    # ---- drawing (rulings 6 and 7)

    def begin_drawing(self, draw_up_to: int) -> None:
        self.phase = "draw"
        self.draw_up_to = draw_up_to
        self.draw_on()

    def draw(self, words: list[str]) -> None:
        """Draw one card: `words` is its colour, from the row, or nothing, from the pile."""
        if words:
            self.row.remove(words[0])
            self.known[self.seat - 1][words[0]] += 1
            self.hand[self.seat - 1][words[0]] += 1
        else:
            self.hand[self.seat - 1][self.from_pile()] += 1
        self.draw_on()

    def draw_on(self) -> None:
        """Wait for the next card, or make the row full again and end the turn."""
        if self.hand[self.seat - 1].total() < self.draw_up_to and self.can_draw():
            return
        while len(self.row) < self.box["row"] and self.pile.total():
            self.row.append(self.from_pile())
        self.end_turn()

    def from_pile(self) -> str:
        """The top card, as told; with the last one the pile runs out."""
        if not self.outcome:
            raise SlowCardMissingError("a card leaves the pile here")
        card = self.outcome.pop(0)
        if not self.pile[card]:
            raise SlowIllegalError(f"no such card in the pile: {card}")
        self.pile[card] -= 1
        if not self.pile.total():
            self.times_run_out += 1
            if self.times_run_out == 1:
                self.pile, self.discards = self.discards, Counter()
                if not self.pile.total():
                    self.times_run_out = 2  # nothing to shuffle: it counts as the second time
        return card

    def end_turn(self) -> None:
        self.phase = "begin"
        self.region = ""
        self.cards_played = 0
        if self.seat < self.players:
            self.seat += 1
        elif self.times_run_out >= 2:  # ruling 9: the round is over
            self.end_game()
        else:
            self.seat = 1
            self.round += 1

    # ---- scoring

    def score(self, seat: int, amount: int, source: str, where: str) -> None:
        if amount:
            self.ledger.append({"seat": seat, "amount": amount, "source": source, "where": where, "round": self.round})

    def score_houses(self, region: str) -> None:
        """Rulings 5 and 13: ranks go by houses, equal counts share one, and none is skipped."""
        self.scored.add(region)
        counts = {seat: self.houses_of(seat, region) for seat in self.seats()}
        ranks = sorted(set(counts.values()) - {0}, reverse=True)
        for seat in self.seats():
            if counts[seat]:
                rank = ranks.index(counts[seat])
                points = sum(counts.values()) if rank == 0 else ranks[rank - 1]
                self.score(seat, points * (2 if self.has_fortified_house(seat, region) else 1), "houses", region)

    def score_alliance(self, number: int) -> None:
        """Ruling 10: a majority in both regions, ties count, zero does not."""
        pair = self.alliances[number]
        for seat in self.seats():
            if all(self.has_majority(seat, region) for region in pair):
                points = sum(self.emissaries[region].total() for region in pair)
                self.score(seat, points, "alliances", str(number))

    def has_majority(self, seat: int, region: str) -> bool:
        own = self.emissaries_of(seat, region)
        return own > 0 and all(own >= self.emissaries_of(other, region) for other in self.seats())

    def score_roads(self, seat: int) -> None:
        houses = {space for space, owner in self.houses.items() if owner == seat}
        for row in best_rows(houses, self.fortifications, self.roads, self.order, self.box["shortest_road"]):
            points = len(row) * (2 if self.fortifications & set(row) else 1)
            self.score(seat, points, "roads", " ".join(row))

    def end_game(self) -> None:
        """Rulings 10 and 12: the final scoring, and who wins."""
        self.over = True
        for region in self.regions:
            if region not in self.scored:
                self.score_houses(region)
        for number in sorted(self.alliances):
            self.score_alliance(number)
        for seat in self.seats():
            self.score_roads(seat)
        results = {seat: (self.scores[seat - 1], self.pieces_left(seat)) for seat in self.seats()}
        self.winners = [seat for seat in self.seats() if results[seat] == max(results.values())]

    def pieces_left(self, seat: int) -> int:
        return self.houses_left[seat - 1] + self.emissaries_left[seat - 1] + self.fortifications_left[seat - 1]


# ---- roads (ruling 11)

Row = tuple[int, ...]  # numbers of spaces in file order, from the earlier end
Split = tuple[int, int, tuple[Row, ...]]  # minus the points, how many rows, the rows sorted: the least is the best


def best_rows(
    houses: Iterable[str],
    fortified: Iterable[str],
    roads: Iterable[Sequence[str]],
    order: Sequence[str],
    shortest: int,
) -> list[list[str]]:
    """The split of one player's houses into rows that scores most; then with fewest rows; then the first.

    Every set of disjoint simple paths is looked at; what is best for a set of houses is remembered.
    """
    number = {space: n for n, space in enumerate(order)}
    own = frozenset(number[space] for space in houses)
    doubled = {number[space] for space in fortified}
    links: dict[int, set[int]] = {house: set() for house in own}
    for a, b in roads:
        if number[a] in own and number[b] in own:
            links[number[a]].add(number[b])
            links[number[b]].add(number[a])
    best: dict[frozenset[int], Split] = {}

    def best_split(left: frozenset[int]) -> Split:
        if left not in best:
            parts = clusters(left, links)
            if len(parts) != 1:
                best[left] = joined(best_split(part) for part in parts)
            elif len(left) < shortest:
                best[left] = (0, 0, ())
            else:
                first = min(left)  # it is in no row, or in one of those through it
                splits = [best_split(left - {first})]
                for row in rows_through(first, left, links):
                    if len(row) >= shortest:
                        points = len(row) * (2 if doubled & set(row) else 1)
                        splits.append(joined([(-points, 1, (row,)), best_split(left - set(row))]))
                best[left] = min(splits)
        return best[left]

    return [[order[n] for n in row] for row in best_split(own)[2]]


def joined(splits: Iterable[Split]) -> Split:
    """Splits of parts that share no house, as one. The best of the whole is joined of the best of its parts:
    putting the same rows into two sorted lists of equal length never changes which of the lists comes first."""
    points, count, rows = 0, 0, list[Row]()
    for split in splits:
        points += split[0]
        count += split[1]
        rows += split[2]
    return points, count, tuple(sorted(rows))


def clusters(left: frozenset[int], links: Mapping[int, set[int]]) -> list[frozenset[int]]:
    """The parts of a set of houses that hang together."""
    unseen = set(left)
    found = []
    while unseen:
        reached = {min(unseen)}
        fresh = list(reached)
        while fresh:
            for other in links[fresh.pop()] & left - reached:
                reached.add(other)
                fresh.append(other)
        unseen -= reached
        found.append(frozenset(reached))
    return found


def rows_through(house: int, left: frozenset[int], links: Mapping[int, set[int]]) -> set[Row]:
    """All simple paths through one house: it alone, and whatever grows from it at either end."""
    found: set[Row] = {(house,)}
    fresh: list[Row] = [(house,)]
    while fresh:
        row = fresh.pop()
        longer = [(*row, other) for other in links[row[-1]] & left - set(row)]
        longer += [(other, *row) for other in links[row[0]] & left - set(row)]
        for grown in longer:
            written = min(grown, grown[::-1])  # from its earlier end
            if written not in found:
                found.add(written)
                fresh.append(written)
    return found


# ---- chance


def random_set_up(twin: SlowEmperor, rng: random.Random) -> Document:
    """Hands and row from a shuffled deck, as a record holds them; the twin is set up with them."""
    cards = sorted(twin.deck.elements())
    rng.shuffle(cards)
    size: int = twin.box["hand"]
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(twin.players)]
    row = cards[twin.players * size :][: twin.box["row"]]
    twin.set_up(hands, row)
    return {"hands": hands, "row": row}


def random_chance(twin: SlowEmperor, move: str, rng: random.Random) -> list[str]:
    """The cards that leave a well shuffled pile because of a move."""
    cards: list[str] = []
    while (choices := twin.cards_to_come(move, cards)) is not None:
        cards.append(rng.choice(sorted(choices.elements())))
    return cards


# ---- hidden information (ruling 6)


def seen_by(setup: Document, moves: Sequence[Document], seat: int | None) -> tuple[Document, list[Document]]:
    """A set-up and moves as one seat saw them (None: a spectator): None for every hidden card."""
    hands = [hand if owner == seat else None for owner, hand in enumerate(setup["hands"], start=1)]
    seen = []
    for entry in moves:
        chance = list(entry.get("chance") or [])
        if entry["move"] == "draw" and entry["seat"] != seat:
            chance[0] = None
        seen.append({"seat": entry["seat"], "move": entry["move"], "chance": chance})
    return {"hands": hands, "row": setup["row"]}, seen


def hidden_state(twin: SlowEmperor) -> HiddenState:
    """All that somebody cannot see: every hand, its known cards among them, and what is in the pile."""
    return tuple(tuple(sorted(hand.elements())) for hand in twin.hand), tuple(sorted(twin.pile.elements()))


def consistent_deals(
    edition: Document,
    players: int,
    side: str,
    fortifications: bool,
    setup_seen: Document,
    moves: Sequence[Document],
    seat: int | None,
) -> Counter[HiddenState]:
    """The hidden states that agree with what a seat saw, each with its weight: how many shuffles lead there, up to a
    constant factor that is the same for all.

    For tiny decks. `setup_seen` and `moves` are as in a record, with None for hidden cards; cards that the seat could
    not see may be there, and are not looked at. A card is as likely as there are cards of its colour in the pile when
    it leaves it; that holds for cards that the seat saw as well, for they tell something about the rest. The order of
    what is left in the pile tells nothing. Equal states are put together after each move: their future is the same.
    """
    setup, seen = seen_by(setup_seen, moves, seat)
    states: dict[HiddenState, tuple[SlowEmperor, int]] = {}
    for hands, weight in _deals(SlowEmperor(edition, players, side, fortifications), setup).items():
        twin = SlowEmperor(edition, players, side, fortifications)
        twin.set_up(hands, setup["row"])
        states[hidden_state(twin)] = (twin, weight)
    for entry in seen:
        after: dict[HiddenState, tuple[SlowEmperor, int]] = {}
        for twin, weight in states.values():
            for outcome, ways in _outcomes(twin, entry["move"], entry["chance"], []):
                following = twin.copy()
                following.play(entry["move"], outcome)
                key = hidden_state(following)
                before = after[key][1] if key in after else 0
                after[key] = (following, before + weight * ways)
        states = after
    return Counter({key: weight for key, (_, weight) in states.items()})


def _deals(twin: SlowEmperor, setup: Document) -> dict[Hands, int]:
    """Every set of hands that the set-up may have dealt -> in how many ways, one hidden card after the other."""
    deals: dict[Hands, int] = {tuple(tuple(sorted(hand or ())) for hand in setup["hands"]): 1}
    for owner, hand in enumerate(setup["hands"]):
        for _ in range(0 if hand else twin.box["hand"]):
            grown: Counter[Hands] = Counter()
            for hands, weight in deals.items():
                left = twin.deck - Counter(setup["row"]) - sum((Counter(cards) for cards in hands), Counter[str]())
                for colour, count in left.items():
                    longer = tuple(sorted((*hands[owner], colour)))
                    grown[*hands[:owner], longer, *hands[owner + 1 :]] += weight * count
            deals = dict(grown)
    return deals


def _outcomes(
    twin: SlowEmperor, move: str, chance: Sequence[str | None], so_far: list[str]
) -> Iterator[tuple[list[str], int]]:
    """Every outcome of a move that agrees with what was seen of it, and in how many ways it comes about."""
    if move not in twin.legal_moves():
        return  # a card that was played is not in this hand
    choices = twin.cards_to_come(move, so_far)
    if choices is None or len(so_far) == len(chance):
        assert choices is None, "a record that tells too few cards"
        assert len(so_far) == len(chance), "a record that tells too many cards"
        yield so_far, 1
        return
    seen = chance[len(so_far)]
    for colour, count in choices.items():
        if count and seen in (None, colour):
            for outcome, ways in _outcomes(twin, move, chance, [*so_far, colour]):
                yield outcome, ways * count
