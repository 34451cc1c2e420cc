"""Forbidden City for PettingZoo: `env(players=3, start="halls")`.

2 to 4 players; `start`: "gardens" or "halls". All that `pettingzoo.TableEnv` takes may be given, too.
"""

from __future__ import annotations

from typing import Any, Final

from tianxia.environments.pettingzoo import TableEnv, parallel_table_env, table_env

GAME: Final = "forbidden-city"


def raw_env(**wishes: Any) -> TableEnv:
    """A table at which an illegal action is an error."""
    return TableEnv(GAME, **wishes)


def env(**wishes: Any) -> TableEnv:
    """A table at which an illegal action ends the game, and costs its agent 1."""
    return table_env(GAME, **wishes)


def parallel_env(**wishes: Any) -> Any:
    """The same for who wants all agents to act at once: actions of those who are not to move are not looked at."""
    return parallel_table_env(GAME, **wishes)
