"""Players by their spec: one string for the command line, the server and the arena."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tianxia.engine import COMPILED
from tianxia.errors import SettingError
from tianxia.games import AnyGame
from tianxia.players.effort import Effort
from tianxia.players.greedy import GreedyPlayer
from tianxia.players.network.player import NetworkPlayer, NetworkSearchPlayer
from tianxia.players.network.shipped import network_of
from tianxia.players.novice import NovicePlayer
from tianxia.players.pipe import PipePlayer
from tianxia.players.player import Player
from tianxia.players.random_player import RandomPlayer
from tianxia.players.search_player import SearchPlayer
from tianxia.words import error

LEVELS: Final = ("novice", "adept", "master")
SLOWER: Final = 20  # an interpreted engine is slower by more; its levels search less, or a move would take minutes


def make_player(spec: str, game: AnyGame) -> Player:
    """The player of a spec, for one game and one seat.

    >>> from tianxia.games import find_game
    >>> make_player("mcts:1000", find_game("forbidden-city")).spec
    'mcts:1000'
    """
    name, argument = _parts(spec)
    if name not in PLAYERS:
        raise error(SettingError, "setting.player", spec=spec, known=player_specs())
    return PLAYERS[name](argument, game)


def is_program(spec: str) -> bool:
    """Whether a spec names a program, rather than a person."""
    return _parts(spec)[0] in PLAYERS


def is_local_program(spec: str) -> bool:
    """Whether a spec starts a program on this machine.

    Only a user of this machine may ask for that: a server refuses such a spec from elsewhere, and a name in a file
    is never taken for one.
    """
    return _parts(spec)[0] == "pipe"


def effort_of(spec: str) -> Effort | None:
    """How much a spec says to search; `None` where it says nothing of that.

    >>> effort_of("net:200"), effort_of("level:master")
    (Effort(simulations=200, seconds=0.0), None)
    """
    name, argument = _parts(spec)
    return Effort.parse(argument) if argument and name in ("mcts", "net") else None


def player_specs() -> list[str]:
    """Examples of all forms of specs that `make_player` understands."""
    levels = [f"level:{level}" for level in LEVELS]
    return ["random", "greedy", "mcts:1000", "mcts:2s", *levels, "net", "net:200", "pipe:COMMAND"]


def _parts(spec: str) -> tuple[str, str]:
    name, _, argument = spec.strip().partition(":")
    return name.lower(), argument.strip()


def _random(argument: str, game: AnyGame) -> Player:
    _check_alone("random", argument)
    return RandomPlayer()


def _greedy(argument: str, game: AnyGame) -> Player:
    _check_alone("greedy", argument)
    return GreedyPlayer(game.evaluation())


def _search(argument: str, game: AnyGame) -> Player:
    effort = Effort.parse(argument)
    return SearchPlayer(f"mcts:{effort}", game.evaluation(), effort)


def _level(argument: str, game: AnyGame) -> Player:
    level = argument.lower()
    evaluation = game.evaluation()
    if level == "novice":
        return NovicePlayer(evaluation)
    if level in LEVELS:
        simulations = game.simulations.adept if level == "adept" else game.simulations.master
        effort = Effort(simulations if COMPILED else max(1, simulations // SLOWER))
        return SearchPlayer(f"level:{level}", evaluation, effort)
    raise error(SettingError, "setting.level", level=argument, known=LEVELS)


def _net(argument: str, game: AnyGame) -> Player:
    network = network_of(game)
    if not argument:
        return NetworkPlayer(game, network)
    effort = Effort.parse(argument)
    return NetworkSearchPlayer(f"net:{effort}", game, network, effort)


def _pipe(argument: str, game: AnyGame) -> Player:
    return PipePlayer(argument, GreedyPlayer(game.evaluation()))


def _check_alone(name: str, argument: str) -> None:
    if argument:
        raise error(SettingError, "setting.alone", name=name, argument=argument)


PLAYERS: Final[Mapping[str, Callable[[str, AnyGame], Player]]] = MappingProxyType(
    {"random": _random, "greedy": _greedy, "mcts": _search, "level": _level, "net": _net, "pipe": _pipe}
)
