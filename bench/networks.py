"""How long the network of each game takes for a decision, on one core, from the position to the scores of all actions.

python bench/networks.py --compiled build/native-.venv     both builds; make bench-networks does it

Of each game, decisions of random games with four players. Each is judged some times, and the one that took the least
processor time counts: it was disturbed least by whatever else the machine does. Told are the mean and the longest.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

from tianxia.engine import COMPILED
from tianxia.engine.chance import stream_of
from tianxia.games import GAMES, find_game
from tianxia.players.network import shipped

SOURCE = Path(__file__).parent.parent / "src"
PLAYERS = 4
GAMES_EACH = 4 if COMPILED else 1
REPETITIONS = 9 if COMPILED else 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", type=Path, help="folder of the compiled package")
    parser.add_argument("--json", action="store_true", help="measure the build on the path, and print its figures")
    arguments = parser.parse_args()
    if arguments.json:
        print(json.dumps({"compiled": COMPILED, "games": {id: measure(id) for id in GAMES if shipped.has_network(id)}}))
        return
    print("| game | build | mean ms | longest ms | choices | loading ms |\n|---|---|--:|--:|--:|--:|")
    for path in filter(None, [arguments.compiled, SOURCE]):
        found = run(path)
        for id, figures in found["games"].items():
            build = "compiled" if found["compiled"] else "interpreted"
            cells = [f"{figures[name]:.3g}" for name in ("mean", "longest", "choices", "loading")]
            print(f"| {id} | {build} | {' | '.join(cells)} |", flush=True)


def run(path: Path) -> dict[str, Any]:
    """The figures of one build, measured in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(path)}
    command = [sys.executable, __file__, "--json"]
    found: dict[str, Any] = json.loads(
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    )
    return found


def measure(id: str) -> dict[str, float]:
    game = find_game(id)
    begun = process_time()
    network = shipped.network_of(game)
    loading = process_time() - begun
    times, choices = [], []
    for number in range(GAMES_EACH):
        position = game.new(game.setting(PLAYERS))
        position.deal(number.to_bytes(16, "big"))
        luck = stream_of(bytes(16), number)
        while not position.over:
            actions = position.legal_actions()
            if len(actions) > 1:
                space = game.network_space(position)
                assert space is not None
                best = float("inf")
                for _ in range(REPETITIONS):
                    start = process_time()
                    network.judge(space, position, actions)
                    best = min(best, process_time() - start)
                times.append(best)
                choices.append(len(actions))
            position.apply(position.random_action(luck))
    shown = {"mean": 1e3 * fmean(times), "longest": 1e3 * max(times), "loading": 1e3 * loading}
    return {**shown, "choices": fmean(choices)}


if __name__ == "__main__":
    main()
