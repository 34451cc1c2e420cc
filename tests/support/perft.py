"""Perft: how many sequences of so many moves there are from a position, as data in a file.

A file has one block a position, and comments after "#":

    id     forbidden-city-2-gardens-0
    game   forbidden-city
    players 2
    option start gardens            one line an option
    seed   00000000000000000000000000000002
    moves  2,0 r0; 3,0 r1           those played before, may be empty
    perft  1 9                      depth, sequences; a game that is over has none
    order  0123456789abcdef         of the legal moves, see `order_checksum`
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from tianxia.engine.position import Position
from tianxia.games import find_game
from tianxia.play import Match


@dataclass
class PerftCase:
    """One block of a file."""

    id: str = ""
    game: str = ""
    players: int = 0
    options: dict[str, str] = field(default_factory=dict)  # all of them, as they are written
    seed: str = ""
    moves: list[str] = field(default_factory=list)
    perft: dict[int, int] = field(default_factory=dict)  # depth -> sequences
    order: str = ""

    def begin(self) -> Match:
        """The match after its moves; it makes none by itself, since those that are forced are among them."""
        game = find_game(self.game)
        options = {option.name: option.parse(self.options[option.name]) for option in game.options(self.players)}
        setting = game.setting(self.players, options)
        position = game.new(setting)
        position.deal(bytes.fromhex(self.seed))
        match = Match(game, setting, position)
        for move in self.moves:
            match.move(match.to_move or 0, move)
        return match


def parse_perft(text: str) -> Iterator[PerftCase]:
    lines = [line.split(None, 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    case = PerftCase()
    for key, *values in lines:
        value = values[0] if values else ""
        if key == "id":
            case = PerftCase(id=value)
        elif key == "players":
            case.players = int(value)
        elif key == "option":
            name, chosen = value.split()
            case.options[name] = chosen
        elif key == "moves":
            case.moves = value.split("; ") if value else []
        elif key == "perft":
            depth, sequences = value.split()
            case.perft[int(depth)] = int(sequences)
        else:
            assert key in ("game", "seed", "order"), key
            setattr(case, key, value)
        if key == "order":
            yield case


def print_perft(case: PerftCase) -> str:
    lines = [
        f"id {case.id}",
        f"game {case.game}",
        f"players {case.players}",
        *(f"option {name} {value}" for name, value in case.options.items()),
        f"seed {case.seed}",
        f"moves {'; '.join(case.moves)}".rstrip(),
        *(f"perft {depth} {sequences}" for depth, sequences in case.perft.items()),
        f"order {case.order}",
    ]
    return "\n".join(lines) + "\n"


def count_below(match: Match, depth: int) -> dict[str, int]:
    """For each legal move, in order: how many sequences of so many moves begin with it."""
    position: Position = match.position
    found = {}
    for action in [int(action) for action in position.legal_actions()]:
        after = position.clone()
        after.apply(action)
        found[match.game.print_move(position, action)] = 1 if depth == 1 else _count(after, depth - 1)
    return found


def _count(position: Position, depth: int) -> int:
    if position.over:
        return 0
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    found = 0
    for action in actions:
        after = position.clone()
        after.apply(action)
        found += _count(after, depth - 1)
    return found


def order_checksum(match: Match) -> str:
    """The first 16 hex digits of the SHA-256 of the legal moves, one a line, in their order."""
    return sha256("\n".join(match.legal_moves()).encode()).hexdigest()[:16]
