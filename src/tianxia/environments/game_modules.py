"""One module per game for PettingZoo, made on import: `tianxia.environments.forbidden_city_v0` and the like.

PettingZoo names a game by a module that ends in its version, with `env`, `raw_env` and `parallel_env`. Ours differ in
nothing but the game, so an import hook makes them: a new game has its module by being registered.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Final

from tianxia.environments.names import module_name
from tianxia.games import GAMES

DOCUMENT: Final = """{title} for PettingZoo: `env(players=3)`, with the game's options and all that `TableEnv` takes.

env           a table at which an illegal action ends the game, and costs its agent 1
raw_env       a table at which an illegal action is an error
parallel_env  all agents act at once; the actions of those who are not to move are ignored
"""


class GameModules(MetaPathFinder, Loader):
    """Finds and fills the modules of the games."""

    def __init__(self, package: str) -> None:
        self.games: Final = {f"{package}.{module_name(game)}": game for game in GAMES}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in self.games else None

    def exec_module(self, module: ModuleType) -> None:
        from tianxia.environments.pettingzoo import TableEnv, parallel_table_env, table_env

        game = self.games[module.__name__]
        module.__doc__ = DOCUMENT.format(title=GAMES[game].__name__)
        contents = {
            "GAME": game,
            "raw_env": partial(TableEnv, game),
            "env": partial(table_env, game),
            "parallel_env": partial(parallel_table_env, game),
        }
        vars(module).update(contents)

    def get_code(self, fullname: str) -> CodeType:
        """The code that `python -m` runs: it defines the names of the module, for `python -i -m`."""
        return compile(f"from {fullname} import *", fullname, "exec")


def install(package: str) -> None:
    """Make the modules importable from a package."""
    if not any(isinstance(finder, GameModules) for finder in sys.meta_path):
        sys.meta_path.append(GameModules(package))
