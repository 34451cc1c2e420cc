"""How strong the players are: every claim of docs/strength.md, played in the arena. `make strength` runs it (hours).

python bench/strength.py --folder build/strength                    all claims; what was played before is kept
python bench/strength.py --folder build/strength --only dragon      those with "dragon" in their name
python bench/strength.py --folder build/strength --table            only print the table of what was played
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tianxia.engine import COMPILED
from tianxia.games import GAMES, find_game
from tianxia.words import say

TABLE = 4  # seats
CHALLENGES = [
    ("greedy", "random", 90),
    ("mcts:1s", "greedy", 50),
    ("level:master", "level:adept", 40),
    ("level:adept", "level:novice", 45),
]
"""Who challenges whom, and how many percent it should win."""


@dataclass(frozen=True)
class Claim:
    """A contest, and what it should show."""

    game: str
    seats: tuple[str, ...]
    games: int
    figure: str  # "wins" of the first seat's player, in percent, or "winner_score"
    bar: int

    @property
    def name(self) -> str:
        return f"{self.game}-{self.seats[0]}-{self.seats[1]}".replace(":", "-")

    def play(self, folder: Path, processes: list[str]) -> None:
        """Play it, or what is missing of it."""
        files = ["--out", str(folder / f"{self.name}.jsonl"), "--json", str(folder / f"{self.name}.json")]
        command = ["arena", self.game, "--seats", ",".join(self.seats), "--games", str(self.games), "--seed", "2026"]
        program = "from tianxia.cli import main; main()"
        subprocess.run([sys.executable, "-c", program, *command, *files, *processes], check=True)

    def row(self, folder: Path) -> str:
        """What was found, as a row of the table in docs/strength.md."""
        file = folder / f"{self.name}.json"
        if not file.exists():
            return ""
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        first = found["standings"][0]
        figure, factor = (first["wins"], 100) if self.figure == "wins" else (found["winner_score"], 1)
        unit = " %" if self.figure == "wins" else ""
        interval = "–"  # one round has none
        if figure["low"] is not None:
            interval = f"{factor * figure['low']:.1f} to {factor * figure['high']:.1f}"
        shown = f"{factor * figure['mean']:.1f}{unit} ({interval})"
        time = f"{1000 * first['seconds_a_move']:.0f} ms, {1000 * first['slowest_move']:.0f} ms"
        title = say(find_game(self.game).title)
        return f"| {title} | {self.words} | {shown} | {self.bar}{unit} | {found['games']} | {time} |"

    @property
    def words(self) -> str:
        first, *others = self.seats
        if self.figure == "wins":
            return f"one `{first}` against {len(others)} `{others[0]}` wins"
        return f"the winner of {len(self.seats)} `{first}` has"


def claims(games: int | None) -> list[Claim]:
    found = [
        Claim(game, (challenger, *[rival] * (TABLE - 1)), games or 120, "wins", bar)
        for game in GAMES
        for challenger, rival, bar in CHALLENGES
    ]
    found.append(Claim("forbidden-city", ("greedy",) * TABLE, games or 120, "winner_score", 65))
    found.append(Claim("year-of-the-dragon", ("level:master",) * TABLE, games or 40, "winner_score", 95))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--only", default="", help="play only claims with this in their name")
    parser.add_argument("--games", type=int, help="of each claim; without it, 120, or 40 among masters")
    parser.add_argument("--table", action="store_true", help="play nothing")
    parser.add_argument("--processes", help="without it, one for each core")
    arguments = parser.parse_args()
    assert COMPILED or arguments.table, "strength is that of the compiled engine"
    arguments.folder.mkdir(parents=True, exist_ok=True)
    wanted = [claim for claim in claims(arguments.games) if arguments.only in claim.name]
    for claim in [] if arguments.table else wanted:
        claim.play(arguments.folder, ["--processes", arguments.processes] if arguments.processes else [])
    print("| game | claim | found (95 % interval) | bar | games | time a move: mean, slowest |")
    print("|---|---|---|---|---|---|")
    for claim in wanted:
        print(claim.row(arguments.folder) or f"| {claim.game} | {claim.words} | not played | | | |")


if __name__ == "__main__":
    main()
