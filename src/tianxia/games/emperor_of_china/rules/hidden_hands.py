"""Ruling 6: drawing afresh the cards that a seat cannot know, uniformly over all deals that agree with what it saw.

A deal is the order in which the cards of a pile come; all orders are equally likely. Some agree with what was seen: the
same cards were seen to leave the pile, and a seat that played a hidden card of a colour held one at that time. Which of
its hidden cards it was, one from before the shuffle or from after it, nobody knows.

If cards were drawn with replacement, the hands of the seats would be independent, and the chances of each hand could be
computed card by card along the events of a seat. So that is the proposal: `Story` samples each seat by the
forward-backward algorithm (`look_back` and `look_ahead` are its two passes). The proposal is accepted with a
probability proportional to the ratio of its chances without and with replacement, which `Urn` computes (rejection
sampling). Accepted deals are exactly uniform.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.multisets import Multisets
from tianxia.engine.native import append, i64, vec

# an entry of the secrets: the seat * WHOSE + the colour of a hidden card that it played, or + DRAWN
WHOSE: Final = 32
DRAWN: Final = 31
SHUFFLED: Final = -1  # the pile ran out for the first time, and the discards became the new one

TRIES: Final = 128  # of a whole deal, before the shares are corrected
START_TRIES: Final = 256  # of what was held at the shuffle, before it is counted exactly
ROUNDS: Final = 2000  # of such corrections; no game needs a hundredth of them
LEAST_SHARE: Final = 0.001


def deal_hidden(
    bundles: Multisets, secrets: vec[i64], seats: vec[i64], then: vec[i64], unseen: vec[i64], stream: Stream
) -> vec[i64]:
    """For each of the seats two bundles: its hidden cards when the pile was shuffled (0 before that), and now.

    `then` and `unseen` are cards by colour: those that were hidden in these hands at the shuffle, and those that are
    hidden in these hands or in the pile now. Empty if no deal agrees with the events, as can be with invented hands.
    """
    old = Urn(then, then)
    new = Urn(unseen, drawn_from(secrets, seats, then, unseen))
    for _ in range(ROUNDS):
        stories = [Story(bundles, secrets, seat, old, new) for seat in seats]
        new.prepare(sum([story.size for story in stories]))
        starts = Starts(bundles, stories, old)
        for _ in range(TRIES):
            dealt = starts.draw(stream)
            if not len(dealt):
                return dealt
            new.refill()
            for number in range(len(stories)):
                end = stories[number].draw_end(dealt[number * 2], stream)
                new.take(bundles, end)
                dealt[number * 2 + 1] = end
            if not new.is_overdrawn and unit(stream) * new.most < new.chance:
                return dealt
        new.correct()
    return vec[i64]([])


def drawn_from(secrets: vec[i64], seats: vec[i64], then: vec[i64], unseen: vec[i64]) -> vec[i64]:
    """Colour -> the cards that these seats drew from: the pile as it was, less what was seen to leave it."""
    found = unseen[:]
    for secret in secrets:
        if secret == SHUFFLED:
            found = unseen[:]
        elif secret % WHOSE != DRAWN and secret // WHOSE in seats:
            found[secret % WHOSE] += 1
    for colour in range(len(then)):
        found[colour] -= then[colour]
        if found[colour] < 0:  # in a position that was made up
            found[colour] = 0
    return found


def unit(stream: Stream) -> float:
    """A random number from 0 to 1, 1 excluded."""
    return float(stream.next32() * 2097152 + (stream.next32() >> 11)) / 9007199254740992.0


class Urn:
    """An urn of cards: how much likelier it is to draw a set of cards without replacement than with it.

    The proposal with replacement may draw colours in any shares. The better the shares fit the events, the more deals
    are accepted; the distribution of the accepted deals does not depend on them. Colours of which no card is left have
    a share too, since the events of a seat may pass through them.
    """

    __slots__ = ("chance", "counts", "drawn", "is_overdrawn", "left", "most", "shares", "size", "tries")

    counts: vec[i64]  # colour -> cards
    size: i64  # how many are taken
    left: vec[i64]  # colour -> cards not yet taken
    shares: vec[float]  # colour -> how often it is drawn with replacement
    chance: float  # of what was taken, as a multiple of that with replacement
    most: float  # the highest chance that there is
    is_overdrawn: bool  # more was taken than there is
    drawn: vec[i64]  # colour -> cards taken in all tries
    tries: i64

    def __init__(self, counts: vec[i64], drawn_from: vec[i64]) -> None:
        self.counts = counts
        self.size = 0
        self.left = counts[:]
        self.shares = vec[float]([])
        for count in drawn_from:
            self.shares = append(self.shares, float(count) + 0.1)
        self.chance = 1.0
        self.most = 1.0
        self.is_overdrawn = False
        self.drawn = vec[i64]([0 for _ in counts])
        self.tries = 0

    def prepare(self, size: i64) -> None:
        """Find the greatest chance of a bundle of `size` cards: each card is of the likeliest colour at its turn."""
        self.size = size
        self.refill()
        for _ in range(size):
            best: i64 = 0
            for colour in range(len(self.counts)):
                if float(self.left[colour]) * self.shares[best] > float(self.left[best]) * self.shares[colour]:
                    best = colour
            self.take_card(best)
        self.most = self.chance
        self.drawn = vec[i64]([0 for _ in self.counts])
        self.tries = 0

    def refill(self) -> None:
        for colour in range(len(self.counts)):
            self.left[colour] = self.counts[colour]
        self.chance = 1.0
        self.is_overdrawn = False
        self.tries += 1

    def take(self, bundles: Multisets, bundle: i64) -> None:
        row = bundle * bundles.kinds
        for colour in range(bundles.kinds):
            cards = bundles.counts[row + colour]
            while cards:
                self.take_card(colour)
                cards -= 1

    def take_card(self, colour: i64) -> None:
        self.drawn[colour] += 1
        if self.left[colour] == 0:
            self.is_overdrawn = True
            return
        self.chance *= float(self.left[colour]) / self.shares[colour]
        self.left[colour] -= 1

    def rest(self, bundles: Multisets) -> i64:
        """The bundle of the cards that are left."""
        bundle: i64 = 0
        for colour in range(bundles.kinds):
            cards = self.left[colour]
            while cards:
                bundle = bundles.with_one[bundle * bundles.kinds + colour]
                cards -= 1
        return bundle

    def correct(self) -> None:
        """Adjust the shares so that colours are drawn about in proportion to their cards."""
        total: i64 = 0
        for count in self.counts:
            total += count
        for colour in range(len(self.counts)):
            wanted = float(self.counts[colour] * self.size) / float(total)
            found = float(self.drawn[colour]) / float(self.tries)
            self.shares[colour] *= (wanted + 0.2) / (found + 0.2)
            if self.shares[colour] < LEAST_SHARE:
                self.shares[colour] = LEAST_SHARE


class Starts:
    """The hidden hands at the shuffle: bundles that together are all the cards of an urn.

    The seat with most cards gets what the others leave, accepted with the chance that its events can begin so. Where
    hardly anything is accepted, the possible hands are counted seat by seat instead, without rejection.
    """

    __slots__ = ("bundles", "counted", "is_counted", "last", "old", "steps", "stories")

    bundles: Multisets
    stories: list[Story]
    old: Urn
    last: i64  # the seat with most cards
    is_counted: bool
    counted: list[dict[int, float]]  # seat -> cards left for it and those after it, as `number_of` -> ways
    steps: vec[i64]  # colour -> what one card of it adds to that number

    def __init__(self, bundles: Multisets, stories: list[Story], old: Urn) -> None:
        self.bundles = bundles
        self.stories = stories
        self.old = old
        self.last = 0
        for number in range(len(stories)):
            if stories[number].then_size > stories[self.last].then_size:
                self.last = number
        self.is_counted = False
        self.counted = [{} for _ in stories]
        self.steps = vec[i64]([])
        step: i64 = 1
        for cards in old.counts:
            self.steps = append(self.steps, step)
            step *= cards + 1

    def draw(self, stream: Stream) -> vec[i64]:
        """Draw the bundles at the shuffle, each followed by a place for the present bundle. Empty if impossible."""
        dealt = vec[i64]([-1 for _ in range(2 * len(self.stories))])
        if not self.is_counted:
            for _ in range(START_TRIES):
                if self.is_kept(dealt, stream):
                    return dealt
            self.is_counted = True
        self.old.refill()
        for number in range(len(self.stories)):
            bundle = self.draw_counted(number, stream)
            if bundle < 0:
                return vec[i64]([])
            dealt[number * 2] = bundle
            self.old.take(self.bundles, bundle)
        return dealt

    def is_kept(self, dealt: vec[i64], stream: Stream) -> bool:
        """Draw the bundles; returns whether they are accepted."""
        self.old.refill()
        for number in range(len(self.stories)):
            if number != self.last:
                dealt[number * 2] = self.stories[number].draw_start(stream)
                self.old.take(self.bundles, dealt[number * 2])
        if self.old.is_overdrawn:
            return False
        dealt[self.last * 2] = self.old.rest(self.bundles)
        return self.stories[self.last].keeps_start(dealt[self.last * 2], stream)

    def draw_counted(self, number: i64, stream: Stream) -> i64:
        """Draw the bundle of a seat from the cards left for it and the seats after it; -1 if that is impossible."""
        story = self.stories[number]
        first = self.bundles.first_with[story.then_size]
        left = self.number_of_left()
        pick = unit(stream) * self.ways(number, left)
        found: i64 = -1
        for place in range(len(story.starts)):
            weight = self.weight(number, place, left)
            if weight > 0.0:
                found = first + place
                pick -= weight
                if pick < 0.0:
                    break
        return found

    def ways(self, number: i64, left: i64) -> float:
        """The number of ways in which a seat and those after it can hold the cards left."""
        if number == len(self.stories):
            return 1.0
        if left not in self.counted[number]:
            total = 0.0
            for place in range(len(self.stories[number].starts)):
                total += self.weight(number, place, left)
            self.counted[number][left] = total
        return self.counted[number][left]

    def weight(self, number: i64, place: i64, left: i64) -> float:
        """The number of ways in which a seat with a given bundle, and the seats after it, can hold the cards left."""
        story = self.stories[number]
        if story.starts[place] == 0.0:
            return 0.0
        row = (self.bundles.first_with[story.then_size] + place) * self.bundles.kinds
        rest = left
        for colour in range(self.bundles.kinds):
            cards = self.bundles.counts[row + colour]
            if cards:
                if left // self.steps[colour] % (self.old.counts[colour] + 1) < cards:
                    return 0.0
                rest -= cards * self.steps[colour]
        return story.starts[place] * self.ways(number + 1, rest)

    def number_of_left(self) -> i64:
        """The cards left in the urn, encoded as one number."""
        number: i64 = 0
        for colour in range(self.bundles.kinds):
            number += self.old.left[colour] * self.steps[colour]
        return number


def change(event: i64) -> i64:
    """The number of hidden cards that an event adds to a hand."""
    if event == DRAWN:
        return 1
    return -1


def scale(weights: vec[float]) -> None:
    """Scale weights so that the greatest is 1, against overflow after many events: only ratios matter."""
    most = 0.0
    for weight in weights:
        if weight > most:
            most = weight
    if most > 0.0:
        for place in range(len(weights)):
            weights[place] /= most


def size_after(events: vec[i64], size: i64) -> i64:
    for event in events:
        size += change(event)
    return size


class Story:
    """The events of the hidden cards of one seat, and the hands to which they can lead with replacement.

    A story has two parts: before the shuffle, and since. Before the first shuffle, all events are in the second part.
    """

    __slots__ = ("bundles", "events", "hopes", "most", "shares", "size", "starts", "then_size", "total")

    bundles: Multisets
    shares: vec[float]  # colour -> how often it is drawn since the shuffle
    starts: vec[float]  # bundle, as `layer` counts -> how often the second part begins with it
    total: float  # of these
    most: float  # of these
    events: vec[i64]  # of the second part: DRAWN, or the colour played
    hopes: list[vec[float]]  # events past -> bundle, as `layer` counts -> how often the rest of them can follow
    then_size: i64  # hidden cards where the second part begins
    size: i64  # hidden cards at its end

    def __init__(self, bundles: Multisets, secrets: vec[i64], seat: i64, old: Urn, new: Urn) -> None:
        self.bundles = bundles
        self.shares = new.shares
        before = vec[i64]([])
        self.events = vec[i64]([])
        for secret in secrets:
            if secret == SHUFFLED:
                before = self.events
                self.events = vec[i64]([])
            elif secret // WHOSE == seat:
                self.events = append(self.events, secret % WHOSE)
        self.then_size = size_after(before, 0)
        self.size = size_after(self.events, self.then_size)
        self.starts = self.look_back(before, old.shares)
        self.hopes = []
        self.look_ahead()
        hope = self.hopes[0]
        self.total = 0.0
        self.most = 0.0
        for place in range(len(hope)):
            self.starts[place] *= hope[place]
            self.total += self.starts[place]
            if self.starts[place] > self.most:
                self.most = self.starts[place]

    def layer(self, size: i64) -> vec[float]:
        """A vector with one number for each bundle of `size` cards."""
        first = self.bundles.first_with
        return vec[float]([0.0 for _ in range(first[size + 1] - first[size])])

    def look_back(self, events: vec[i64], shares: vec[float]) -> vec[float]:
        """The forward pass: how often the first part leads to each bundle."""
        bundles = self.bundles
        weights = vec[float]([1.0])
        size: i64 = 0
        for event in events:
            row = bundles.first_with[size] * bundles.kinds
            size += change(event)
            found = self.layer(size)
            first = bundles.first_with[size]
            for weight in weights:
                if event == DRAWN:
                    for colour in range(bundles.kinds):
                        found[bundles.with_one[row + colour] - first] += weight * shares[colour]
                elif bundles.without_one[row + event] >= 0:
                    found[bundles.without_one[row + event] - first] += weight
                row += bundles.kinds
            weights = found
            scale(weights)
        return weights

    def look_ahead(self) -> None:
        """The backward pass: how often the rest of the second part can follow from each bundle, from the end back."""
        size = self.size
        hope = self.layer(size)
        for place in range(len(hope)):
            hope[place] = 1.0
        self.hopes.append(hope)
        for step in range(len(self.events)):
            event = self.events[len(self.events) - 1 - step]
            size -= change(event)
            hope = self.hope_before(event, size, hope)
            scale(hope)
            self.hopes.append(hope)
        self.hopes.reverse()

    def hope_before(self, event: i64, size: i64, later: vec[float]) -> vec[float]:
        """How often an event and all later ones can follow, for each bundle of a size."""
        bundles = self.bundles
        hope = self.layer(size)
        row = bundles.first_with[size] * bundles.kinds
        first = bundles.first_with[size + change(event)]
        for place in range(len(hope)):
            if event == DRAWN:
                for colour in range(bundles.kinds):
                    hope[place] += self.shares[colour] * later[bundles.with_one[row + colour] - first]
            elif bundles.without_one[row + event] >= 0:
                hope[place] = later[bundles.without_one[row + event] - first]
            row += bundles.kinds
        return hope

    def draw_start(self, stream: Stream) -> i64:
        """Draw a bundle with which the second part may begin."""
        pick = unit(stream) * self.total
        last: i64 = 0
        for place in range(len(self.starts)):
            if self.starts[place] > 0.0:
                last = place
                pick -= self.starts[place]
                if pick < 0.0:
                    break
        return self.bundles.first_with[self.then_size] + last

    def keeps_start(self, start: i64, stream: Stream) -> bool:
        """Whether a bundle is accepted as a beginning, with the chance that `draw_start` would draw it."""
        return unit(stream) * self.most < self.starts[start - self.bundles.first_with[self.then_size]]

    def draw_end(self, start: i64, stream: Stream) -> i64:
        """Draw the bundle to which the second part leads from a beginning, among those that allow all its events."""
        bundles = self.bundles
        bundle = start
        for step in range(len(self.events)):
            event = self.events[step]
            if event == DRAWN:
                event = self.draw_card(bundle, self.hopes[step + 1], stream)
                bundle = bundles.with_one[bundle * bundles.kinds + event]
            else:
                bundle = bundles.without_one[bundle * bundles.kinds + event]
        return bundle

    def draw_card(self, bundle: i64, hope: vec[float], stream: Stream) -> i64:
        """Draw the colour of a card so that the later events remain possible."""
        bundles = self.bundles
        row = bundle * bundles.kinds
        first = bundles.first_with[bundles.sizes[bundle] + 1]
        total = 0.0
        for colour in range(bundles.kinds):
            total += self.shares[colour] * hope[bundles.with_one[row + colour] - first]
        pick = unit(stream) * total
        last: i64 = 0
        for colour in range(bundles.kinds):
            weight = self.shares[colour] * hope[bundles.with_one[row + colour] - first]
            if weight > 0.0:
                last = colour
                pick -= weight
                if pick < 0.0:
                    break
        return last
