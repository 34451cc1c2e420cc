"""How long an analysis of a whole game takes at the usual depth, on one core. `make bench-analysis` runs it.

python bench/analysis.py --games 3 --json build/analysis.json

Four adepts play; then every decision of their game is judged. Seconds are those that the processor worked, so that
other work on the machine disturbs them little.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from time import process_time

from rich.console import Console
from rich.table import Table

from tianxia.arena import play_match
from tianxia.engine import COMPILED
from tianxia.engine.chance import derive_seed
from tianxia.games import GAMES, AnyGame, Shelf, find_game
from tianxia.games.base import Setting
from tianxia.play import Match, Record, read_record, write_record
from tianxia.players import make_player
from tianxia.teaching import JudgedDecision, Retrospect, usual_depth

PLAYERS = 4
MOST_SECONDS = 120  # that a whole game should take
SEED = bytes(16)


@dataclass(frozen=True)
class Figures:
    """What an analysis takes for one set-up of a game, on average over the games that were tried."""

    simulations: int  # for each decision
    decisions: float  # of a game
    seconds: float  # for all of them
    slowest: float  # seconds of the game that took longest
    longest: float  # seconds of the decision that took longest
    error: float  # the standard error of the chance to win of the seat to move
    loss_error: float  # the standard error of what a move lost, of moves that were not the best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3, help="how many of each kind (default: 3)")
    parser.add_argument("--json", type=Path, help="write the figures there")
    arguments = parser.parse_args()
    figures = {name: measure(game, setting, arguments.games) for name, game, setting in variants()}
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        found = {"compiled": COMPILED, "games": {name: asdict(one) for name, one in figures.items()}}
        arguments.json.write_text(json.dumps(found, indent=1) + "\n")
    Console().print(draw(figures))


def variants() -> Iterator[tuple[str, AnyGame, Setting]]:
    """Every game with its default options, and with all expansions that it has."""
    for game in map(find_game, GAMES):
        yield game.id, game, game.setting(PLAYERS)
        more = {
            option.name: True if option.default is False else "random"
            for option in game.options(PLAYERS)
            if option.default is False or (option.default == "none" and "random" in option.values)
        }
        if more:
            yield f"{game.id} (all)", game, game.setting(PLAYERS, more)


def measure(game: AnyGame, setting: Setting, games: int) -> Figures:
    """Play so many games, and look at all of them again."""
    judged: list[list[JudgedDecision]] = []
    seconds: list[list[float]] = []
    for number in range(games):
        decisions, times = [], []
        retrospect = Retrospect(play(game, setting, derive_seed(SEED, str(number))), Shelf())
        for decision in retrospect.numbers:
            began = process_time()
            decisions.append(retrospect.judge(decision, usual_depth(game), SEED))
            times.append(process_time() - began)
        judged.append(decisions)
        seconds.append(times)
    all_decisions = [decision for decisions in judged for decision in decisions]
    return Figures(
        simulations=usual_depth(game).simulations,
        decisions=fmean(map(len, judged)),
        seconds=fmean(map(sum, seconds)),
        slowest=max(map(sum, seconds)),
        longest=max(map(max, seconds)),
        error=fmean(decision.advice.best.error for decision in all_decisions),
        loss_error=fmean(decision.error for decision in all_decisions if decision.error),
    )


def play(game: AnyGame, setting: Setting, seed: bytes) -> Record:
    """The record of a game between adepts."""
    match = Match.begin(game, setting, seed)
    play_match(match, [make_player("level:adept", game) for _ in range(PLAYERS)], seed)
    return read_record(write_record(match))


def draw(figures: dict[str, Figures]) -> Table:
    build = "compiled" if COMPILED else "interpreted"
    title = f"Analysis at the usual depth: {PLAYERS} players, one core, {build}; (all): with all expansions"
    table = Table(title=title, box=None, padding=(0, 2, 0, 0))
    headings = ("game", "depth", "decisions", "mean", "slowest", "a decision", "±chance", "±loss")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "game" else "right", no_wrap=True)
    for name, one in figures.items():
        slowest = f"{one.slowest:.0f} s" + ("" if one.slowest < MOST_SECONDS else "!")
        errors = (f"{100 * one.error:.1f} %", f"{100 * one.loss_error:.1f} %")
        times = (f"{one.seconds:.0f} s", slowest, f"{one.longest:.2f} s")
        table.add_row(name, str(one.simulations), f"{one.decisions:.0f}", *times, *errors)
    return table


if __name__ == "__main__":
    main()
