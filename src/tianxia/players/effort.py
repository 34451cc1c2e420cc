"""The budget of a search: a number of simulations, or of seconds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Final

from tianxia.errors import SettingError
from tianxia.players.mcts import Tree
from tianxia.words import error

MOST_SIMULATIONS: Final = 100_000_000
MOST_SECONDS: Final = 3600
BATCH: Final = 16  # simulations between two looks at the clock
BREATH: Final = 256  # simulations between two moments in which Ctrl-C is heard


@dataclass(frozen=True)
class Effort:
    """The budget of a search: simulations (reproducible everywhere), or seconds; or whichever ends first."""

    simulations: int = 0
    seconds: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Effort:
        """The effort of a typed text, 1000 or 2s; raises `SettingError` for anything else.

        >>> str(Effort.parse("0.50 s"))
        '0.5s'
        """
        typed = text.strip().lower()
        simulations = re.fullmatch("[0-9]{1,9}", typed)
        if simulations and 1 <= int(typed) <= MOST_SIMULATIONS:
            return cls(simulations=int(typed))
        seconds = re.fullmatch("([0-9]{1,4}(?:[.][0-9]{1,3})?|[.][0-9]{1,3}) ?s", typed)
        if seconds and 0 < float(seconds[1]) <= MOST_SECONDS:
            return cls(seconds=float(seconds[1]))
        raise error(SettingError, "setting.effort", typed=text, simulations=MOST_SIMULATIONS, seconds=MOST_SECONDS)

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds else str(self.simulations)

    @property
    def is_repeatable(self) -> bool:
        return not self.seconds

    def within(self, seconds: float) -> Effort:
        """This effort, limited to a number of seconds.

        >>> Effort(simulations=4000).within(3)
        Effort(simulations=4000, seconds=3)
        """
        return Effort(self.simulations, min(self.seconds or seconds, seconds))

    def spend(self, tree: Tree) -> None:
        """Spend the effort on a tree, whose search has begun."""
        end = perf_counter() + self.seconds if self.seconds else inf
        most = self.simulations or MOST_SIMULATIONS
        batch = BATCH if self.seconds else BREATH
        for done in range(0, most, batch):
            if perf_counter() >= end:
                return
            tree.search(min(batch, most - done))
