"""The registry of games and the editions of each.

A game registers itself: every folder here whose `game.py` names its class as `GAME` is one, and what belongs to it lies
in that folder, where the other packages look for it (see docs/add-a-game.md).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Final

from tianxia.errors import EditionError, SettingError
from tianxia.games.base import Game
from tianxia.words import error

AnyGame = Game[Any]
STANDARD: Final = "standard"
"""The name of the edition that ships with Tianxia for every game."""


def _discover() -> Mapping[str, type[AnyGame]]:
    """The games in the folders of this package, by id, the simplest first."""
    kinds: list[type[AnyGame]] = [
        import_module(f"{__name__}.{folder.name}.game").GAME for folder in iter_modules(__path__) if folder.ispkg
    ]
    return MappingProxyType({kind.id: kind for kind in sorted(kinds, key=lambda kind: (kind.rank, kind.id))})


GAMES: Final = _discover()
"""Id -> class of the game, the simplest game first."""


def package_of(game: str) -> str:
    """The name of the package of a game.

    >>> package_of("forbidden-city")
    'tianxia.games.forbidden_city'
    """
    return GAMES[game].__module__.rpartition(".")[0]


def data_of(game: str, *path: str) -> Traversable:
    """A data file of a game, by its path in the folder of the game; it need not exist."""
    return resources.files(package_of(game)).joinpath(*path)


@cache
def find_game(game: str) -> AnyGame:
    """A game by its id, in its standard edition.

    >>> find_game("forbidden-city").player_counts
    range(2, 5)
    """
    if game not in GAMES:
        raise error(SettingError, "setting.game", game=game, known=sorted(GAMES))
    file = data_of(game, "standard.toml")
    return GAMES[game](tomllib.loads(file.read_text(encoding="utf-8")), file.name)


class Shelf:
    """The available editions: the standard ones, and those of given files."""

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


STANDARD_EDITIONS: Final = Shelf()
"""The standard edition of every game and no other: the editions of the server and of tutorials."""


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except OSError as failure:
        raise error(EditionError, "file.unreadable", file=file, reason=failure.strerror or failure) from None
    except (ValueError, RecursionError) as failure:  # not TOML, or not UTF-8
        raise error(EditionError, "edition.toml", file=file, reason=str(failure).splitlines()[0]) from None
