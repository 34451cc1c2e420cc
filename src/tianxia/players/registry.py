"""Players by their spec: one string for the command line, the server and the arena."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tianxia.errors import SettingError
from tianxia.games import AnyGame
from tianxia.players.greedy import GreedyPlayer
from tianxia.players.novice import NovicePlayer
from tianxia.players.pipe import USUAL_SECONDS, PipePlayer
from tianxia.players.player import Player
from tianxia.players.random_player import RandomPlayer
from tianxia.players.search import SearchPlayer, TimedSearchPlayer
from tianxia.words import error

MOST_SIMULATIONS: Final = 100_000_000
MOST_SECONDS: Final = 3600.0
LEVELS: Final = ("novice", "adept", "master")


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

    Only who sits at this machine may ask for that: a server refuses such a spec from elsewhere, and a name in a file
    is never taken for one.
    """
    return _parts(spec)[0] == "pipe"


def player_specs() -> list[str]:
    """What `make_player` understands, by example."""
    return ["random", "greedy", "mcts:1000", "mcts:2s", *(f"level:{level}" for level in LEVELS), "pipe:COMMAND"]


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
    if re.fullmatch("[0-9]{1,9}", argument) and 1 <= int(argument) <= MOST_SIMULATIONS:
        return SearchPlayer(f"mcts:{int(argument)}", game.evaluation(), int(argument))
    seconds = re.fullmatch("([0-9]{0,6}(?:[.][0-9]{1,6})?) ?s", argument)
    if seconds and 0 < float(seconds[1] or 0) <= MOST_SECONDS:
        return TimedSearchPlayer(f"mcts:{float(seconds[1]):g}s", game.evaluation(), float(seconds[1]))
    raise error(SettingError, "setting.search", argument=argument, simulations=MOST_SIMULATIONS, seconds=MOST_SECONDS)


def _level(argument: str, game: AnyGame) -> Player:
    level = argument.lower()
    evaluation = game.evaluation()
    if level == "novice":
        return NovicePlayer(evaluation)
    if level == "adept":
        return SearchPlayer("level:adept", evaluation, evaluation.adept)
    if level == "master":
        return SearchPlayer("level:master", evaluation, evaluation.master)
    raise error(SettingError, "setting.level", level=argument, known=LEVELS)


def _pipe(argument: str, game: AnyGame) -> Player:
    if not argument.isprintable():
        raise error(SettingError, "setting.command-sign")
    limit = re.match("([0-9]{1,6}(?:[.][0-9]{1,6})?)s:", argument)
    seconds = USUAL_SECONDS if limit is None else float(limit[1])
    if not 0 < seconds <= MOST_SECONDS:
        raise error(SettingError, "setting.command-seconds", seconds=f"{seconds:g}", most=f"{MOST_SECONDS:g}")
    command = argument[limit.end() :] if limit else argument
    try:
        words = shlex.split(command)
    except ValueError:
        raise error(SettingError, "setting.command-quote", command=command) from None
    if not words:
        raise error(SettingError, "setting.command")
    return PipePlayer(f"pipe:{argument}", words, seconds, _greedy("", game))


def _check_alone(name: str, argument: str) -> None:
    if argument:
        raise error(SettingError, "setting.alone", name=name, argument=argument)


PLAYERS: Final[Mapping[str, Callable[[str, AnyGame], Player]]] = MappingProxyType(
    {"random": _random, "greedy": _greedy, "mcts": _search, "level": _level, "pipe": _pipe}
)
