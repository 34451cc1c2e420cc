"""Explains the moves of finished games: the sentences to read, and how long a decision takes on one core.

python bench/explanations.py --games 2 --only emperor-of-china

A random player, a novice and two adepts play; then their game is analysed at the usual depth. For each seat its
costliest moves are printed with what makes the difference. Seconds are those that the processor worked.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from statistics import fmean
from time import process_time

from tianxia.arena import play_match
from tianxia.engine.chance import derive_seed
from tianxia.games import GAMES, AnyGame, Shelf, find_game
from tianxia.play import Match, Record, read_record, write_record
from tianxia.players import make_player
from tianxia.teaching import (
    Analysis,
    Explanation,
    JudgedDecision,
    Retrospect,
    explain,
    mean_accuracy,
    pairs_for,
    usual_depth,
)
from tianxia.words import LANGUAGES, say

PLAYERS = ("random", "level:novice", "level:adept", "level:adept")
MOST_SECONDS = 2.0  # that explaining a decision should take
SEED = bytes(16)


@dataclass
class Figures:
    """How the explanations of some games turned out."""

    seconds: list[float] = field(default_factory=list)  # of each explanation alone
    whole: list[float] = field(default_factory=list)  # seconds of each analysis
    dear: int = 0  # costliest moves of all seats
    close: int = 0  # of those, moves that are about as good as the better one
    told: int = 0  # of those, moves with a sentence

    def add(self, decision: JudgedDecision) -> None:
        assert decision.explanation is not None
        self.dear += 1
        self.close += decision.explanation.is_close
        self.told += bool(decision.explanation.findings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1, help="how many of each title (default: 1)")
    parser.add_argument("--only", choices=list(GAMES), help="this title alone")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    arguments = parser.parse_args()
    for game in map(find_game, [arguments.only] if arguments.only else GAMES):
        figures = Figures()
        for number in range(arguments.first, arguments.first + arguments.games):
            show(game, explain_game(game, play(game, number), figures), figures, arguments.language)
        print(
            f"{game.id}: an explanation takes {fmean(figures.seconds):.2f} s on average, {max(figures.seconds):.2f} s "
            f"at most (the aim is {MOST_SECONDS} s), a whole analysis {max(figures.whole):.0f} s. Of {figures.dear} "
            f"costliest moves {figures.told} have a reason; {figures.close} are about as good as the better move.\n"
        )


def play(game: AnyGame, number: int) -> Record:
    """The record of a game between players of very different strength."""
    seed = derive_seed(SEED, f"explanations {number}")
    match = Match.begin(game, game.setting(len(PLAYERS)), seed)
    play_match(match, [make_player(player, game) for player in PLAYERS], seed)
    print(f"\n=== {game.id}, game {number}: {list(zip(PLAYERS, match.scores, strict=True))}")
    return read_record(write_record(match))


def explain_game(game: AnyGame, record: Record, figures: Figures) -> Analysis:
    """The analysis of a game; the explanations of the costliest moves are made once more, to measure them alone."""
    retrospect, analysis, depth = Retrospect(record, Shelf()), Analysis(record.players), usual_depth(game)
    began = process_time()
    analysis.decisions = [retrospect.judge(number, depth, SEED) for number in retrospect.numbers]
    figures.whole.append(process_time() - began)
    for decision in sorted(analysis.decisions, key=lambda one: one.number):
        if decision.explanation is not None:
            match, told = retrospect.before(decision.number), decision.explanation
            began = process_time()
            explain(match, told.move, told.other, pairs_for(game, depth), SEED)
            figures.seconds.append(process_time() - began)
    return analysis


def show(game: AnyGame, analysis: Analysis, figures: Figures, language: str) -> None:
    for seat, player in enumerate(PLAYERS, 1):
        print(f"\nSeat {seat}, {player}: accuracy {mean_accuracy(game, analysis.costs[seat - 1]):.0f} %")
        for decision in analysis.costliest(seat):
            figures.add(decision)
            assert decision.explanation is not None
            show_explanation(decision, decision.explanation, language)


def show_explanation(decision: JudgedDecision, told: Explanation, language: str) -> None:
    cost = f"costs {decision.cost:.1f} ± {1.96 * told.error:.1f} points" if decision.cost else "about as good"
    print(f"  {decision.number}  {told.move}, better {told.other}: {cost}, {100 * decision.loss:.0f} % chance to win")
    if told.theme is not None:
        print(f"       ({say(told.theme, language=language)})")
    for finding in told.findings:
        print(f"       {finding.points:+5.1f}  {say(finding.message, language=language)}")


if __name__ == "__main__":
    main()
