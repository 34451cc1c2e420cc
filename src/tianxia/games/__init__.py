"""The games that there are. A new one is added here, in one line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from tianxia.errors import EditionError, SettingError
from tianxia.games.base import Game
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.games.forbidden_city.game import ForbiddenCity
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.words import error

AnyGame = Game[Any]
STANDARD: Final = "standard"
"""The name of the edition that is in the house for every game."""


GAMES: Final[Mapping[str, type[AnyGame]]] = MappingProxyType(
    {kind.id: kind for kind in (ForbiddenCity, EmperorOfChina, YearOfTheDragon)}
)


@cache
def find_game(game: str) -> AnyGame:
    """A game by its id, in its standard edition.

    >>> find_game("forbidden-city").player_counts
    range(2, 5)
    """
    if game not in GAMES:
        raise error(SettingError, "setting.game", game=game, known=sorted(GAMES))
    kind = GAMES[game]
    file = resources.files(kind.__module__.rpartition(".")[0]).joinpath("standard.toml")
    return kind(tomllib.loads(file.read_text(encoding="utf-8")), "standard.toml")


class Shelf:
    """The editions at hand: the standard ones, and files that somebody gave."""

    def __init__(self, files: Iterable[Path] = ()) -> None:
        self._documents: dict[str, tuple[Path, dict[str, Any]]] = {}
        self._games: dict[tuple[str, str], AnyGame] = {}
        for file in files:
            self._add(file)

    def _add(self, file: Path) -> None:
        document = _read_toml(file)
        name = document.get("edition")
        if not isinstance(name, str):
            raise error(EditionError, "edition.name", file=file)
        if name == STANDARD:
            raise error(EditionError, "edition.standard", file=file)
        if name in self._documents:
            raise error(EditionError, "edition.twice", file=file, other=self._documents[name][0], name=name)
        self._documents[name] = (file, document)

    def names(self) -> Iterator[str]:
        yield from self._documents

    def game(self, game: str, edition: str = STANDARD) -> AnyGame:
        """A game in one of its editions."""
        standard = find_game(game)
        if edition == STANDARD:
            return standard
        if edition not in self._documents:
            raise error(EditionError, "edition.missing", name=edition)
        if (game, edition) not in self._games:
            file, document = self._documents[edition]
            self._games[game, edition] = GAMES[game](document, str(file))
        return self._games[game, edition]


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as failure:
        raise error(EditionError, "file.unreadable", file=file, reason=failure.strerror or failure) from None
    except (ValueError, RecursionError) as failure:  # not TOML, or not UTF-8
        raise error(EditionError, "edition.toml", file=file, reason=str(failure).splitlines()[0]) from None
