"""The networks: what a seat sees of a position, as scores for its legal actions and an outlook for all seats.

Both kinds have the shapes in which `training/networks.py` trains them. Nothing here knows a game: a `Space` writes what
the seat sees, and knows the index of an action.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import append, i64, mypyc_attr, u8, vec
from tianxia.engine.observation import Space, zeros
from tianxia.engine.position import Position
from tianxia.players.network.layers import Layer, relu, rms_norm

SEATS: Final = 5  # for which a network has outputs: its own seat first, then the others as the turn goes
NEVER: Final = -(2**40)  # the score of an action that a network cannot choose
POOLED: Final = 5  # a set of rooms counts a fifth of its sum


class Judgement:
    """What a network thinks of a position; `ONE` (of `layers`) is 1.0."""

    __slots__ = ("leads", "scores", "wins")

    scores: vec[i64]  # action, in the order given -> the logarithm of its chance, but for what is the same for all
    wins: vec[i64]  # seat -> likewise, of its chance to win
    leads: vec[i64]  # seat -> the lead in points that is expected, from -1 to 1: see training/returns.py

    def __init__(self, scores: vec[i64], wins: vec[i64], leads: vec[i64]) -> None:
        self.scores = scores
        self.wins = wins
        self.leads = leads


@mypyc_attr(allow_interpreted_subclasses=True)
class Network:
    """Layers that never change: a network may be shared."""

    __slots__ = ("blocks", "value")

    blocks: list[Layer]  # two for each residual block: into its narrow middle, and back
    value: Layer

    def judge(self, space: Space, position: Position, actions: vec[i64]) -> Judgement:
        """Judge a position for the seat to move, by what it sees; `actions` are its legal actions, ascending."""
        raise NotImplementedError

    def fits(self, space: Space) -> bool:
        """Whether a space has the numbers and the indices that the network was trained with."""
        raise NotImplementedError

    def through_blocks(self, values: vec[i64]) -> vec[i64]:
        """From the first layer to the heads."""
        for place in range(0, len(self.blocks), 2):
            widened = self.blocks[place + 1].apply(relu(self.blocks[place].apply(rms_norm(values))))
            for number in range(len(values)):
                values[number] += widened[number]
        return relu(rms_norm(values))

    def judgement(self, scores: vec[i64], values: vec[i64], position: Position) -> Judgement:
        """A judgement with the outlook by seat, where the network has it by place from the observing seat on."""
        found = self.value.apply(values)
        wins = vec[i64]([])
        leads = vec[i64]([])
        players = position.players
        for seat in range(players):
            place = (seat + players - position.seat) % players
            wins = append(wins, found[place])
            leads = append(leads, found[SEATS + place])
        return Judgement(scores, wins, leads)


class IndexNetwork(Network):
    """For games whose actions have an index each."""

    __slots__ = ("first", "policy", "scale")

    scale: vec[i64]  # feature -> what it is multiplied with
    first: Layer
    policy: Layer

    def __init__(self, scale: list[int], layers: list[Layer]) -> None:
        """Layers: the first; two for each block; policy; value."""
        self.scale = vec[i64](scale)
        self.first = layers[0]
        self.blocks = layers[1:-2]
        self.policy = layers[-2]
        self.value = layers[-1]

    def fits(self, space: Space) -> bool:
        return space.features == self.first.inputs and space.actions == self.policy.outputs

    def judge(self, space: Space, position: Position, actions: vec[i64]) -> Judgement:
        seen = zeros(space.features)
        space.write_observation(position, position.seat, seen, 0)
        values = self.through_blocks(self.first.apply(scaled(seen, 0, self.scale, 0, space.features)))
        likings = self.policy.apply(values)
        frame = space.frame(position)
        scores = vec[i64]([])
        for action in actions:
            index = space.index_among(position, action, frame)
            scores = append(scores, likings[index] if index >= 0 else NEVER)
        return self.judgement(scores, values, position)


class CandidateNetwork(Network):
    """For games whose legal actions are described one by one: each gets a score from its numbers and from the table.

    An observation is the table's numbers, then rows that are a set (each goes through one layer, and they are summed
    up), then a row for each legal action, as far as there is room. Rows of zeros stand for nothing.
    """

    __slots__ = ("candidate", "candidates", "context", "middle", "pooled", "room", "rooms", "scale", "score", "table")

    rooms: i64  # rows of the set
    candidates: i64  # legal actions for which there is room
    scale: vec[i64]  # number of the table, of a room, of a candidate -> what it is multiplied with
    table: Layer
    room: Layer
    pooled: Layer
    context: Layer
    candidate: Layer  # with one output more than `context`: it counts directly
    middle: Layer
    score: Layer

    def __init__(self, rooms: int, candidates: int, scale: list[int], layers: list[Layer]) -> None:
        """Layers: table; room; pooled; two for each block; value; context; candidate; middle; score."""
        self.rooms = rooms
        self.candidates = candidates
        self.scale = vec[i64](scale)
        self.table = layers[0]
        self.room = layers[1]
        self.pooled = layers[2]
        self.blocks = layers[3:-5]
        self.value = layers[-5]
        self.context = layers[-4]
        self.candidate = layers[-3]
        self.middle = layers[-2]
        self.score = layers[-1]

    def fits(self, space: Space) -> bool:
        rooms = self.rooms * self.room.inputs
        candidates = self.candidates * self.candidate.inputs
        is_seen = space.features == self.table.inputs + rooms + candidates
        return is_seen and space.actions == self.candidates + 1

    def judge(self, space: Space, position: Position, actions: vec[i64]) -> Judgement:
        seen = zeros(space.features)
        space.write_observation(position, position.seat, seen, 0)
        values = self.table.apply(scaled(seen, 0, self.scale, 0, self.table.inputs))
        summary = self.pooled.apply(self.pool(seen))
        for number in range(len(values)):
            values[number] += summary[number]
        values = self.through_blocks(values)
        context = self.context.apply(values)
        scores = vec[i64]([])
        for number in range(len(actions)):
            scores = append(scores, self.score_of(seen, number, context) if number < self.candidates else NEVER)
        return self.judgement(scores, values, position)

    def pool(self, seen: vec[u8]) -> vec[i64]:
        """The rows of the set as one."""
        found = vec[i64]([0 for number in range(self.room.outputs)])
        size = self.room.inputs
        for room in range(self.rooms):
            values = scaled(seen, self.table.inputs + room * size, self.scale, self.table.inputs, size)
            if one_of(values):
                of_room = relu(self.room.apply(values))
                for number in range(len(found)):
                    found[number] += of_room[number]
        for number in range(len(found)):
            found[number] = found[number] // POOLED
        return found

    def score_of(self, seen: vec[u8], number: i64, context: vec[i64]) -> i64:
        """The score of a legal action."""
        size = self.candidate.inputs
        row = self.table.inputs + self.rooms * self.room.inputs + number * size
        hidden = self.candidate.apply(scaled(seen, row, self.scale, self.table.inputs + self.room.inputs, size))
        direct = hidden[len(context)]
        for place in range(len(context)):
            hidden[place] += context[place]
        return direct + self.score.apply(relu(self.middle.apply(relu(hidden))))[0]


def scaled(seen: vec[u8], first: i64, scale: vec[i64], first_scale: i64, count: i64) -> vec[i64]:
    """Some numbers of an observation, each multiplied with its scale."""
    return vec[i64]([i64(seen[first + place]) * scale[first_scale + place] for place in range(count)])


def one_of(values: vec[i64]) -> i64:
    """Not 0, where any of some numbers is not."""
    found: i64 = 0
    for value in values:
        found |= value
    return found
