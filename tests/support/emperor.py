"""The Emperor of China for tests: positions drawn in text, one line a region, a hand, the row or the pile.

    wei:  P P [.] R . . .   emissaries P1 R2    the spaces of a region: . is free, a letter is a house of that seat,
    qi:   [P] . . . . .                         in brackets with a fortification; then who has emissaries there
    P:    red red green     known red           a hand, and the cards in it that everybody saw
    row:  red green yellow orange
    pile: red red

Seats 1 to 5 are P, Y, R, B and G. Regions that are not drawn are empty; a hand or a row that is not told has cards of
many colours. All other cards are in the pile; where the pile is told, they are discarded.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from tianxia.games import find_game
from tianxia.games.base import Document, GamePart
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.play.match import Match, PlayedMove
from tianxia.words import say

SEATS = "PYRBG"
HAND = "red green yellow"
ROW = "red green yellow orange"
SEED = bytes(range(16))
Paid = tuple[str, int, str]
"""Seat, amount, source and where: ("P", 7, "houses wei")."""


# ---- games


def standard_game() -> EmperorOfChina:
    game = find_game("emperor-of-china")
    assert isinstance(game, EmperorOfChina)
    return game


@cache
def small_game() -> EmperorOfChina:
    """The invented edition of four bays, see `emperor_of_china/small.toml`."""
    file = Path(__file__).parents[1] / "emperor_of_china" / "small.toml"
    return EmperorOfChina(tomllib.loads(file.read_text("utf-8")), "small.toml")


def standard_document() -> Document:
    """The standard edition as a fresh dictionary that a test may change."""
    file = resources.files("tianxia.games.emperor_of_china").joinpath("standard.toml")
    return {**tomllib.loads(file.read_text("utf-8")), "edition": "changed"}


# ---- drawing positions


def draw(
    picture: str,
    turn: str = "P",
    *,
    players: int = 4,
    side: str | None = None,
    forts: str | None = None,
    game: EmperorOfChina | None = None,
    **more: Any,
) -> Match:
    """A match from a drawn position. `forts` are the seats that have placed their fortification, `None` in a game
    without; `more` are other keys of a position document, such as `round=3`."""
    game = game or standard_game()
    options: Document = {"fortifications": forts is not None} | ({"side": side} if side else {})
    setting = game.setting(players, options)
    seats = SEATS[:players]
    document: Document = {"turn": _number(turn), **_pieces(game, picture, seats), **_cards(game, picture, seats)}
    if forts is not None:
        document["fortifications_left"] = [int(game.box.box.fortifications) - forts.count(seat) for seat in seats]
    ledger = more.pop("ledger", [])
    document |= more
    scores = [sum(entry["amount"] for entry in ledger if entry["seat"] == _number(seat)) for seat in seats]
    position = game.read_position(setting, document, scores)
    position.take_seed(SEED)
    return Match(game, setting, position, start={**document, "ledger": ledger})


def final(picture: str, *, players: int = 4, **more: Any) -> Match:
    """A drawn position at the end of the game: no cards are left, the last seat has passed, and all is scored."""
    seats = SEATS[:players]
    no_cards = "".join(f"\n{place}:" for place in [*seats, "row", "pile"])
    match = draw(picture + no_cards, seats[-1], players=players, **more)
    play(match, "pass")
    assert match.over
    return match


def _lines(picture: str) -> dict[str, str]:
    named = [line.split(":") for line in picture.splitlines() if line.strip()]
    lines = {name.strip(): rest.strip() for name, rest in named}
    assert len(lines) == len(named), "something is drawn twice"
    return lines


def _pieces(game: EmperorOfChina, picture: str, seats: str) -> Document:
    houses: dict[str, int] = {}
    emissaries: dict[str, list[int]] = {}
    fortifications: list[str] = []
    sizes = {region.id: len(region.houses) for region in game.box.regions}
    for id, line in _lines(picture).items():
        if id in [*SEATS, "row", "pile"]:
            continue
        spaces, _, guests = line.partition("emissaries")
        words = spaces.split()
        assert len(words) == sizes[id], f"{id} has {sizes[id]} spaces"
        for number, word in enumerate(words, 1):
            if word.startswith("["):
                fortifications.append(f"{id}-{number}")
            if (owner := word.strip("[]")) != ".":
                houses[f"{id}-{number}"] = _number(owner)
        counts = {word[0]: int(word[1:]) for word in guests.split()}
        if counts:
            emissaries[id] = [counts.pop(seat, 0) for seat in seats]
        assert not counts, "emissaries of nobody"
    return {"houses": houses, "emissaries": emissaries, "fortifications": fortifications}


def _cards(game: EmperorOfChina, picture: str, seats: str) -> Document:
    lines = _lines(picture)
    told = [lines.get(seat, HAND).partition("known") for seat in seats]
    hands = [hand.split() for hand, _, _ in told]
    known = [cards.split() for _, _, cards in told]
    row = lines.get("row", ROW).split()
    box = game.box.box
    rest = Counter({colour: box.cards[n] - box.removed[len(seats)] for n, colour in enumerate(game.box.colours)})
    rest.subtract([card for cards in (*hands, row) for card in cards])
    document: Document = {"hands": hands, "known": known, "row": row}
    if "pile" not in lines:
        return document
    pile = lines["pile"].split()
    rest.subtract(pile)
    return {**document, "pile": pile, "discards": sorted(rest.elements())}


def _number(seat: str) -> int:
    return SEATS.index(seat) + 1


# ---- playing


def play(match: Match, *moves: str) -> None:
    """Make moves. The cards that leave the pile may be told: "draw: red", "take red: green yellow"."""
    for move in moves:
        seat = match.to_move
        assert seat is not None, f"{move}: the game is over"
        text, told, cards = move.partition(":")
        if told:
            match.replay_move(PlayedMove(seat, text, cards.split()))
        else:
            match.move(seat, text)


def legal(match: Match, beginning: str = "") -> list[str]:
    """The legal moves, or those with such a beginning."""
    return [move for move in match.legal_moves() if move.startswith(beginning)]


class Reason(NamedTuple):
    """Why a move is refused."""

    key: str  # in the catalogue, without its beginning
    text: str
    rule: str | None


def reason(match: Match, move: str) -> Reason:
    assert match.to_move is not None
    message = match.why_not(match.to_move, move)
    assert message is not None, f"{move} is legal"
    assert move not in match.legal_moves()
    return Reason(message.key.removeprefix("emperor-of-china.reason."), say(message), message.rule)


# ---- looking


def turn(match: Match) -> str | None:
    """Whose turn it is."""
    return None if match.to_move is None else SEATS[match.to_move - 1]


def paid(match: Match, beginning: str = "") -> list[Paid]:
    """The ledger, or its entries of such a source."""
    entries = [(SEATS[e["seat"] - 1], e["amount"], f"{e['source']} {e['where']}") for e in match.ledger]
    return [entry for entry in entries if entry[2].startswith(beginning)]


def winners(match: Match) -> str:
    return "".join(SEATS[seat - 1] for seat in match.winners)


def table(match: Match) -> GamePart:
    """What everybody sees."""
    return match.view(None)["table"]


def hand(match: Match, seat: str) -> str:
    """The cards of a seat, in the order of colours: "red red green"."""
    return " ".join(match.view(_number(seat))["own"]["hand"])


def known(match: Match, seat: str) -> str:
    """The cards of a seat that everybody saw."""
    return " ".join(table(match)["known"][_number(seat) - 1])


def row(match: Match) -> str:
    """The cards face up."""
    return " ".join(table(match)["row"])


def space(match: Match, id: str) -> str:
    """A space as it is drawn: ".", "P", "[.]" or "[P]"."""
    spaces = {space["id"]: space for region in table(match)["regions"] for space in region["spaces"]}
    owner = spaces[id]["house"]
    sign = "." if owner is None else SEATS[owner - 1]
    return f"[{sign}]" if spaces[id]["fortification"] else sign
