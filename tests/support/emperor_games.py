"""Whole games of The Emperor of China for tests: every way to set it up, made-up editions, and a checksum."""

from __future__ import annotations

import random
from hashlib import sha256
from itertools import combinations
from typing import Any

from contract.cases import Case, cases_of
from support.luck import dice, seed_of
from tianxia.engine.chance import stream_of
from tianxia.engine.position import SPECTATOR
from tianxia.games import find_game
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.rules.position import EmperorPosition

CASES = list(cases_of(find_game("emperor-of-china")))
"""The eight ways to set up the standard edition."""

HIDE_EVERY = 20  # decisions


def new_position(case: Case, number: int) -> EmperorPosition:
    position = case.game.new(case.setting)
    position.deal(seed_of(number))
    assert isinstance(position, EmperorPosition)
    return position


# ---- a checksum


def trace_games(games: int) -> str:
    """Three checksums over so many random games of every setting: the same for every build with the same rules.

    `rules` is over the legal actions, the choices, the cards that came and the scores; `dice` over the actions that
    were drawn at random without a list; `hidden` over what `determinize` drew now and then.
    """
    traces = {name: sha256() for name in ("rules", "dice", "hidden")}
    for case in CASES:
        for number in range(games):
            for name, digest in trace_game(new_position(case, number), number).items():
                traces[name].update(f"{case} {number} {digest}\n".encode())
    return " ".join(f"{name} {digest.hexdigest()[:32]}" for name, digest in traces.items())


def trace_game(position: EmperorPosition, number: int) -> dict[str, str]:
    rules, drawn, hidden = sha256(), list[int](), sha256()
    stream, redraws = dice(number), stream_of(seed_of(number), 2000)
    viewers = [SPECTATOR, *range(position.players)]
    while not position.over:
        if len(drawn) % HIDE_EVERY == 0:
            seen = position.clone()
            seen.determinize(viewers[len(drawn) // HIDE_EVERY % len(viewers)], redraws)
            hidden.update(str([*seen.hands, *seen.pile, *seen.hidden_at_shuffle]).encode())
        drawn.append(int(position.random_action(stream.copy())))
        actions = list(position.legal_actions())
        action = actions[stream.below(len(actions))]
        position.apply(action)
        rules.update(str([*actions, action, *position.hands, position.row, *position.scores()]).encode())
    return {
        "rules": rules.hexdigest(),
        "dice": sha256(str(drawn).encode()).hexdigest(),
        "hidden": hidden.hexdigest(),
    }


# ---- made-up editions

COLOURS = ("jade", "amber", "coral", "ivory", "onyx")
REGIONS = ("ash", "birch", "cedar", "dogwood", "elm", "fir")


def invented_edition(number: int) -> Document:
    """An edition that fits the grammar and is like the standard one in nothing else.

    2 to 6 regions, 2 to 5 colours of which some may have no region, any roads, any alliances, other counts.
    """
    rng = random.Random(number)
    colours = COLOURS[: rng.randint(2, 5)]
    regions = [_region(rng, id, colours) for id in REGIONS[: rng.randint(2, 6)]]
    spaces = [f"{region['id']}-{n}" for region in regions for n in range(1, len(region["houses"]) + 1)]
    pairs = list(combinations([region["id"] for region in regions], 2))
    allied = rng.sample(pairs, rng.randint(0, len(pairs)))
    removed = {"3": rng.randint(0, 2), "4": rng.randint(0, 2), "5": 0}
    box = {
        "removed": removed,
        "houses": rng.randint(1, 9),
        "emissaries": rng.randint(0, 4),
        "fortifications": rng.randint(0, 3),
        "hand": rng.randint(1, 4),
        "row": rng.randint(0, 4),
        "shortest_road": rng.randint(2, 5),
    }
    serves = [[3, 4, 5]] if rng.random() < 0.5 else [[4, 5], [3, 4]]
    return {
        "edition": f"invented-{number}",
        "cards": _cards(rng, colours, box),
        "box": box,
        "region": regions,
        "alliances": {str(n): list(pair) for n, pair in enumerate(allied, 1)},
        "side": [
            {"id": f"side-{n}", "players": players, "roads": _roads(rng, spaces)} for n, players in enumerate(serves)
        ],
    }


def _region(rng: random.Random, id: str, colours: tuple[str, ...]) -> Document:
    houses = [[rng.randint(0, 1000), rng.randint(0, 800)] for _ in range(rng.choice([1, 2, 3, 3, 4, 5]))]
    return {"id": id, "name": id.title(), "colour": rng.choice(colours), "dragon": [0, 0], "houses": houses}


def _cards(rng: random.Random, colours: tuple[str, ...], box: dict[str, Any]) -> dict[str, int]:
    """Just enough cards for every number of players, or some more."""
    needed = max(
        int(players) * box["hand"] + box["row"] + 1 + len(colours) * removed
        for players, removed in box["removed"].items()
    )
    cards = dict.fromkeys(colours, 3)
    for _ in range(needed - sum(cards.values()) + rng.choice([0, 1, 8, 25])):
        cards[rng.choice(colours)] += 1
    return cards


def _roads(rng: random.Random, spaces: list[str]) -> list[list[str]]:
    """None, a few or many."""
    pairs = list(combinations(spaces, 2))
    most = min(len(pairs), rng.choice([0, len(spaces), 2 * len(spaces)]))
    return [rng.sample(pair, 2) for pair in rng.sample(pairs, most)]
