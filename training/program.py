"""One run on a training machine, from warm start to contests, in so many minutes: what docs/training.md calls a run.

    python -m training.program emperor-of-china --minutes 9 --out results

The stages and their shares of the time are in `recipes.toml`. What each printed is in `GAME.log` of the results, and
the network in `GAME.npz`, which is copied there after every stage: a run that is cut off leaves what it had.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Final

from tianxia.games import GAMES
from training.recipes import Stages, recipe_for

RIVALS: Final = ("level:adept", "greedy")
CONTEST_GAMES: Final = 400


def commands(game: str, minutes: float, stages: Stages, folder: Path, more: list[str]) -> list[list[str]]:
    """The arguments of `python -m` of all stages, in turn.

    >>> for command in commands("emperor-of-china", 9, Stages(0.4, 0.4), Path("f"), []):
    ...     print(" ".join(command))
    training.train emperor-of-china --minutes 3.6 --folder f
    training.contest f/emperor-of-china.pt --games 400 --seconds 12 --rivals level:adept greedy
    training.expert emperor-of-china --minutes 3.6 --folder f
    training.contest f/emperor-of-china.pt --games 400 --seconds 42 --rivals level:adept greedy
    """
    found = []
    rest = 60 * minutes * (1 - stages.train - stages.expert)
    kinds = [(name, share) for name, share in (("train", stages.train), ("expert", stages.expert)) if share]
    for number, (name, share) in enumerate(kinds, 1):
        wish = ["--anew"] if number == 1 and stages.anew else []
        found.append(
            [f"training.{name}", game, "--minutes", f"{minutes * share:g}", "--folder", str(folder), *wish, *more]
        )
        is_last = number == len(kinds)
        seconds = round(rest * (0.78 if is_last and number > 1 else 1.0 if is_last else 0.22) / len(RIVALS))
        contest = ["training.contest", str(folder / f"{game}.pt"), "--games", str(CONTEST_GAMES)]
        found.append([*contest, "--seconds", str(seconds), "--rivals", *RIVALS])
    return found


def run(command: list[str], log: IO[str]) -> None:
    """Run a stage, and show and keep what it prints."""
    told = " ".join(command)
    begun = time.monotonic()
    print(f"\n== {told}", flush=True)
    log.write(f"\n== {told}\n")
    with subprocess.Popen(
        [sys.executable, "-u", "-m", *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            log.write(line)
            log.flush()
    log.write(f"== ended with {process.returncode} after {time.monotonic() - begun:.0f} s\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--folder", type=Path, default=Path("build", "training"))
    parser.add_argument("--out", type=Path, default=Path("build", "results"))
    arguments, more = parser.parse_known_args()  # what is left goes to training
    arguments.out.mkdir(parents=True, exist_ok=True)
    stages = recipe_for(arguments.game).stages
    with (arguments.out / f"{arguments.game}.log").open("w", encoding="utf-8") as log:
        for command in commands(arguments.game, arguments.minutes, stages, arguments.folder, more):
            run(command, log)
            small = arguments.folder / f"{arguments.game}.npz"
            if small.exists():
                shutil.copy(small, arguments.out / small.name)


if __name__ == "__main__":
    main()
