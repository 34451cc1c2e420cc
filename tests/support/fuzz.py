"""Random games by the hundred thousand, `make fuzz`: whatever goes wrong is left behind as a record to be replayed.

    cd tests && python -m support.fuzz --games 1000 --seed 7 --game year-of-the-dragon

Every number of players and every set of options in turn. Half of the games are played with moves all alike, half by
whim: some actions are mostly preferred through a whole game, so that it comes to where chance alone never would.
"""

from __future__ import annotations

import argparse
import contextlib
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from contract.cases import every_case
from tianxia.engine import COMPILED
from tianxia.engine.chance import derive_seed, stream_of
from tianxia.games import GAMES, AnyGame, find_game
from tianxia.games.base import Setting
from tianxia.play import Match
from tianxia.play.files import print_pages
from tianxia.play.record import write_record

MOST_DECISIONS = 5000  # of one game
LOOK_EVERY = 89  # decisions: a position is written down and read back, which is slow
DICE = 5000  # the stream of the moves, beside those of the shuffles
MIXER = 0x9E3779B1  # Fibonacci hashing
MASK = 0xFFFFFFFF


class FuzzError(Exception):
    """Something went wrong in a game; `file` has its record up to there."""

    def __init__(self, game: str, number: int, reason: str, file: Path) -> None:
        super().__init__(f"{game}, game {number}: {reason}\nIts record is {file}: tianxia show {file}")
        self.file = file


class FuzzGame:
    """One random game, watched closely."""

    def __init__(self, game: AnyGame, setting: Setting, seed: bytes, by_whim: bool) -> None:
        self.game = game
        self.setting = setting
        self.seed = seed
        self.by_whim = by_whim
        self.actions: list[int] = []
        self.trying: int | None = None  # the action that is being made

    def play(self, most: int) -> int:
        """Play to the end; how many decisions it took. An exception says what is wrong."""
        position = self.deal()
        dice = stream_of(self.seed, DICE)
        whim = dice.next32()
        while not position.over:
            legal = self.check_legal(position)
            action = int(position.random_action(dice))
            assert action in legal, f"the random action {action} is none of {legal}"
            if self.by_whim and dice.below(4):
                action = min(legal, key=lambda action: ((action ^ whim) * MIXER) & MASK)
            if len(self.actions) % LOOK_EVERY == whim % LOOK_EVERY:
                self.check_reading(position)
            assert len(self.actions) < most, f"there is no end after {most} decisions"
            self.trying = action
            position.apply(action)
            self.trying = None
            self.actions.append(action)
        self.check_end(position)
        return len(self.actions)

    def deal(self) -> Any:
        position = self.game.new(self.setting)
        position.deal(self.seed)
        return position

    # ---- what must hold

    def check_legal(self, position: Any) -> list[int]:
        legal = [int(action) for action in position.legal_actions()]
        assert legal, "a dead end: no move is legal"
        assert legal == sorted(set(legal)), f"not ascending: {legal}"
        assert 0 <= position.seat < self.setting.players, f"no such seat: {position.seat}"
        assert not position.awaits_chance, "chance has not settled everything"
        return legal

    def check_reading(self, position: Any) -> None:
        """Reading a position refuses things that were lost or made; what is written again must be the same."""
        document = self.game.write_position(position)
        scores = [int(score) for score in position.scores()]
        again: Any = self.game.read_position(self.setting, document, scores)
        assert self.game.write_position(again) == document, "its position document reads back as another position"
        assert list(again.legal_actions()) == list(position.legal_actions()), "read back, it has other legal moves"

    def check_end(self, position: Any) -> None:
        self.check_reading(position)
        scores = [int(score) for score in position.scores()]
        winners = [int(seat) for seat in position.winners()]
        assert not len(position.legal_actions()), "there are legal moves after the end"
        assert winners, "nobody wins"
        assert all(scores[seat] == max(scores) for seat in winners), f"{winners} win with {scores}"

    # ---- what is left of a failure

    def leave(self, failure: Exception, file: Path) -> str:
        """Write down all moves that were made, or as many as can be made again; what is wrong."""
        position = self.deal()
        match = Match(self.game, self.setting, position, setup=self.game.write_setup(position), seed=self.seed)
        with contextlib.suppress(Exception):  # then the record ends there
            for action in self.actions:
                match.move(match.to_move or 0, self.game.print_move(match.position, action))
        reason = str(failure).partition("\n")[0] if isinstance(failure, AssertionError) else repr(failure)
        if self.trying is not None and len(match.moves) == len(self.actions):
            reason += f', when "{self.game.print_move(match.position, self.trying)}" was played'
        match.extra = {"fuzz": reason}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(print_pages(write_record(match)) + "\n", encoding="utf-8")
        return reason


def fuzz(
    game: AnyGame,
    games: int,
    seed: bytes,
    folder: Path,
    most: int = MOST_DECISIONS,
    tick: Callable[[], None] = lambda: None,
) -> int:
    """Play so many games, and count their decisions. `FuzzError` names the first in which something is wrong."""
    settings = [case.setting for case in every_case(game)]
    decisions = 0
    for number in range(games):
        round, place = divmod(number, len(settings))
        one = FuzzGame(game, settings[place], derive_seed(seed, f"{game.id} {number}"), round % 2 == 1)
        try:
            decisions += one.play(most)
        except Exception as failure:
            file = folder / f"fuzz-{game.id}-{number}.json"
            raise FuzzError(game.id, number, one.leave(failure, file), file) from failure
        tick()
    return decisions


def fuzz_all(games: Sequence[AnyGame], number: int, seed: bytes, folder: Path) -> Iterator[str | FuzzError]:
    """Fuzz several games, with a bar to watch; yields how each of them went."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        for game in games:
            task = progress.add_task(game.id, total=number)
            try:
                decisions = fuzz(game, number, seed, folder, tick=partial(progress.advance, task))
            except FuzzError as failure:
                yield failure
            else:
                yield f"{game.id}: {number:,} games, {decisions:,} decisions, nothing wrong"


def main(arguments: Sequence[str] | None = None) -> int:
    """How many games have something wrong."""
    parser = argparse.ArgumentParser(prog="fuzz", description="Plays random games and looks for anything wrong.")
    parser.add_argument("--games", type=int, default=100_000, help="how many of each title (default: 100,000)")
    parser.add_argument("--seed", type=int, help="a number, to play the same games again (default: others each time)")
    parser.add_argument(
        "--game", action="append", choices=sorted(GAMES), help="a title, may stand twice (default: all)"
    )
    parser.add_argument("--folder", type=Path, default=Path("build"), help="where records of failures go")
    given = parser.parse_args(arguments)
    seed = secrets.randbits(32) if given.seed is None else given.seed
    console = Console(highlight=False)
    console.print(f"Seed {seed}, {'compiled' if COMPILED else 'interpreted'}.", markup=False)
    failures = 0
    games = [find_game(id) for id in given.game or sorted(GAMES)]
    for told in fuzz_all(games, given.games, derive_seed(bytes(16), f"fuzz {seed}"), given.folder):
        console.print(str(told), markup=False, soft_wrap=True, style="red" if isinstance(told, FuzzError) else None)
        failures += isinstance(told, FuzzError)
    return failures


if __name__ == "__main__":
    sys.exit(main())
