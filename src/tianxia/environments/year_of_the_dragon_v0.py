"""In the Year of the Dragon for PettingZoo: `env(players=3, great_wall=True)`.

2 to 5 players; `great_wall`; `super_event`: "none", "random" or its name; `large_privilege`: 7 or 6. All that
`pettingzoo.TableEnv` takes may be given, too.
"""

from __future__ import annotations

from typing import Any, Final

from tianxia.environments.pettingzoo import TableEnv, parallel_table_env, table_env

GAME: Final = "year-of-the-dragon"


def raw_env(**wishes: Any) -> TableEnv:
    """A table at which an illegal action is an error."""
    return TableEnv(GAME, **wishes)


def env(**wishes: Any) -> TableEnv:
    """A table at which an illegal action ends the game, and costs its agent 1."""
    return table_env(GAME, **wishes)


def parallel_env(**wishes: Any) -> Any:
    """The same for who wants all agents to act at once: actions of those who are not to move are not looked at."""
    return parallel_table_env(GAME, **wishes)
