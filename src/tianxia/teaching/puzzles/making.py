"""Puzzles from games between programs: the same ones for the same seed, with any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tianxia.arena.executors import Executor, in_order
from tianxia.engine.chance import Stream, derive_seed, stream_of
from tianxia.engine.position import Position
from tianxia.games import AnyGame, Shelf
from tianxia.games.base import OptionValue, Setting
from tianxia.play import Match, read_record, replay
from tianxia.play.files import print_json
from tianxia.play.record import write_position_record
from tianxia.players import ask, closing, make_player
from tianxia.players.novice import NovicePlayer
from tianxia.teaching.puzzles.judging import (
    DEEP,
    FIRM,
    GLANCE,
    MOST_RIGHT,
    QUICK,
    SURE,
    Depth,
    Judgement,
    contrast,
    is_proven,
    judge,
)
from tianxia.teaching.puzzles.puzzle import LEVELS, Puzzle, Verdict, read_puzzle

PROGRAMS: Final = ("greedy", "greedy", "mcts:60", "level:novice")  # who plays where nobody was named
FEWEST_MOVES: Final = 4  # to choose from
APART: Final = 6  # moves between two puzzles of one game
MOST_OF_A_GAME: Final = 3  # each with a theme of its own
GAMES_A_PUZZLE: Final = 60  # that are played for one at most
STANDS_OUT: Final = 0.2  # win scales by which a move looks better than the fourth best
ONE_IN: Final = 8  # other positions that are looked at all the same
LEAST_CHANCE: Final = 0.15  # to win, after the right move: in a lost position no move matters
NOVICES: Final = 40
FINDERS: Final = (0.5, 0.2)  # the part of them that finds an easy one, and one that is not hard
SHARE: Final = 0.2  # of the puzzles that may have one theme
SHARES: Final = {"easy": 0.5}  # of the puzzles that may have one level


@dataclass(frozen=True)
class Search:
    """The parameters of a search for puzzles: plain data, which can be sent to other processes."""

    game: str
    seed: bytes
    edition: str
    edition_files: tuple[Path, ...] = ()
    players: int | None = None  # None: in every game as many as its luck says
    options: Mapping[str, OptionValue] | None = None  # the same
    seats: tuple[str, ...] = ()  # specs of programs; none: the usual ones, as luck seats them
    depth: Depth = DEEP

    def open(self) -> AnyGame:
        return Shelf(self.edition_files).game(self.game, self.edition)


def search(wanted: Search, count: int, executor: Executor, found: Sequence[Puzzle] = ()) -> Iterator[Puzzle | None]:
    """Search until there are `count` puzzles, including those `found` before; yields them, and `None` after each game.

    No theme and no level gets more than its share. The search stops by itself if it finds nothing.
    """
    kept = {puzzle.id: puzzle for puzzle in found}
    shares = _Shares(count, found)
    first = next_game(wanted, found)
    last = first + GAMES_A_PUZZLE * max(0, count - len(kept))
    jobs = ((wanted, number) for number in range(first, last))
    for puzzles in in_order(executor.run(puzzles_of_game, jobs)):
        for document in puzzles:
            puzzle = read_puzzle(document)
            if len(kept) < count and puzzle.id not in kept and puzzle.is_plain and shares.take(puzzle):
                kept[puzzle.id] = puzzle
                yield puzzle
        if len(kept) >= count:
            return
        yield None


class _Shares:
    """Limits the share of each theme and of each level among the puzzles."""

    def __init__(self, count: int, found: Iterable[Puzzle]) -> None:
        self.count = count
        self.taken: Counter[str] = Counter()
        for puzzle in found:
            self.taken.update((puzzle.theme, puzzle.level))

    def take(self, puzzle: Puzzle) -> bool:
        """Whether the shares of theme and level allow a puzzle; if so, it is counted."""
        theme, level = max(2, round(SHARE * self.count)), max(2, round(SHARES.get(puzzle.level, 1.0) * self.count))
        if self.taken[puzzle.theme] >= theme or self.taken[puzzle.level] >= level:
            return False
        self.taken.update((puzzle.theme, puzzle.level))
        return True


def next_game(wanted: Search, found: Iterable[Puzzle]) -> int:
    """The number of the game with which a search goes on: the one after the last that gave a puzzle."""
    seed = wanted.seed.hex()
    return max((puzzle.origin["game"] + 1 for puzzle in found if puzzle.origin.get("seed") == seed), default=0)


def puzzles_of_game(job: tuple[Search, int]) -> list[dict[str, object]]:
    """Play one game, and search all its decisions for puzzles: the job of a process."""
    wanted, number = job
    game, seed = wanted.open(), derive_seed(wanted.seed, f"puzzle game {number}")
    luck = stream_of(seed, 0)
    setting = _setting(wanted, game, luck)
    specs = wanted.seats or tuple(PROGRAMS[luck.below(len(PROGRAMS))] for _ in range(setting.players))
    match = Match.begin(game, setting, seed, has_lines=False)
    players = [make_player(spec, game) for spec in specs]
    found: list[Puzzle] = []
    last = -APART
    with closing(players):
        while (seat := match.to_move) is not None and len(found) < MOST_OF_A_GAME:
            move = len(match.moves)
            origin = {"seed": wanted.seed.hex(), "game": number, "move": move}
            themes = [puzzle.theme for puzzle in found]
            if move - last >= APART and (puzzle := puzzle_at(match, seed, wanted.depth, themes)) is not None:
                found.append(replace(puzzle, origin=origin))
                last = move
            match.move(seat, ask(players[seat - 1], match, seed))
    return [puzzle.document() for puzzle in found]


def puzzle_at(match: Match, seed: bytes, depth: Depth = DEEP, themes: Collection[str] = ()) -> Puzzle | None:
    """The puzzle of a position, if it is one: checked quickly, then carefully. Puzzles of `themes` are left out."""
    game, number = match.game, len(match.moves)
    if len(match.position.legal_actions()) < FEWEST_MOVES:
        return None
    seen = match.position.clone()
    seen.determinize(seen.seat, stream_of(derive_seed(seed, "puzzle hide"), number))
    luck = derive_seed(seed, f"puzzle {number}")
    if not is_worth_a_look(game, seen, luck):
        return None
    glance = judge(game, seen, QUICK, GLANCE, luck)
    if glance is None or game.puzzle_theme(seen, glance.right[0].action) in (None, *themes):
        return None
    shown = Match(game, match.setting, seen, start={"ledger": match.ledger})
    start = write_position_record(shown)
    position = replay(read_record(start), _OneGame(game)).position  # from here on, exactly what the document contains
    care = judge(game, position, depth, FIRM, derive_seed(luck, "care"))
    if care is None or care.errors < SURE or care.right[0].chance < LEAST_CHANCE:
        return None
    theme, right = game.puzzle_theme(position, care.right[0].action), [tally.action for tally in care.right]
    if theme is None or theme in themes or not is_proven(game, position, right, depth, FIRM, luck):
        return None
    return _write(game, start, position, care, theme, luck)


def is_worth_a_look(game: AnyGame, position: Position, seed: bytes) -> bool:
    """Whether to search a position for a puzzle: if one move stands out, and of all others a random sample.

    A search costs a thousand times as much. The random sample contains the hard puzzles, in which no move stands out.
    """
    evaluation, actions = game.evaluation(), position.legal_actions()
    weights = sorted(map(float, evaluation.score_moves(position, actions)), reverse=True)
    if weights[0] - weights[MOST_RIGHT] < STANDS_OUT * evaluation.win_scale and stream_of(seed, 0).below(ONE_IN):
        return False
    return any(game.puzzle_theme(position, int(action)) is not None for action in actions)


def _write(
    game: AnyGame, start: dict[str, object], position: Position, care: Judgement, theme: str, luck: bytes
) -> Puzzle:
    seat = int(position.seat)
    return Puzzle(
        start=start,
        seat=seat + 1,
        theme=theme,
        level=_level(game, position, care, luck),
        solutions=tuple(game.print_move(position, tally.action) for tally in care.right),
        judged=tuple(
            Verdict(game.print_move(position, tally.action), tally.chance, tally.points(seat)) for tally in care.ranked
        ),
        brings=contrast(game, position, care.right[0].action, care.wrong.action, luck),
        errors=care.errors,
        origin={},
    )


def _level(game: AnyGame, position: Position, care: Judgement, seed: bytes) -> str:
    """The level of a puzzle, from the number of novice programs that solve it."""
    novice, right = NovicePlayer(game.evaluation()), [tally.action for tally in care.right]
    finders = sum(
        novice.choose(position, stream_of(derive_seed(seed, "novice"), luck)) in right for luck in range(NOVICES)
    )
    return next((level for level, part in zip(LEVELS, FINDERS, strict=False) if finders >= part * NOVICES), "hard")


def _setting(wanted: Search, game: AnyGame, luck: Stream) -> Setting:
    """The setting of a game: as requested, or random, with each option at its default in half of the games."""
    counts = list(game.player_counts)
    players = len(wanted.seats) or wanted.players or counts[luck.below(len(counts))]
    if wanted.options is not None:
        return game.setting(players, wanted.options)
    chosen: dict[str, OptionValue] = {}
    for option in game.options(players):
        is_usual, value = luck.below(2), option.values[luck.below(len(option.values))]
        chosen[option.name] = option.default if is_usual else value
    return game.setting(players, chosen)


class _OneGame(Shelf):
    """A shelf with one given game, for any edition."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self._one = game

    def game(self, game: str, edition: str = "") -> AnyGame:
        return self._one


def print_puzzle(puzzle: Puzzle) -> str:
    """A puzzle on one line."""
    return print_json(puzzle.document())
