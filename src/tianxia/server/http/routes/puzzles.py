"""Puzzles: one for each day, and all others. Who has solved which is kept as progress."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import JSONBody

from tianxia.errors import SettingError
from tianxia.games import GAMES
from tianxia.server.contract.learning import PuzzleAnswer, Puzzles, PuzzleShown, PuzzleSolution, PuzzleTry
from tianxia.server.http.dependencies import GameInQuery, PuzzleInPath, TurnDep
from tianxia.server.presenter.tables import show_figures, show_puzzle, show_puzzles, show_solution
from tianxia.server.refusals import MissingError
from tianxia.teaching.puzzles import Puzzle, collection, find_puzzle, puzzle_of_day, today
from tianxia.words import error


class PuzzleRoutes(Controller):
    """Positions in which one move is much better than all others."""

    path = "/api/puzzles"
    tags = ("puzzles",)

    @get()
    async def list_puzzles(self, turn: TurnDep, game: GameInQuery) -> Puzzles:
        """All puzzles of a game, and which is that of the day."""
        return await turn.run(all_of, game)

    @get("/today")
    async def puzzle_of_today(self, turn: TurnDep, game: GameInQuery) -> PuzzleShown:
        """The puzzle of the day."""
        return show_puzzle(await turn.run(of_today, game))

    @get("/{puzzle:str}")
    async def show_puzzle(self, turn: TurnDep, puzzle: PuzzleInPath) -> PuzzleShown:
        """A puzzle without its solution."""
        return show_puzzle(await turn.run(find, puzzle))

    @post("/{puzzle:str}/try", status_code=200, opt={"rate_limit": "studies"})
    async def try_puzzle(self, turn: TurnDep, puzzle: PuzzleInPath, data: JSONBody[PuzzleTry]) -> PuzzleAnswer:
        """Whether a move is right. The right move is answered with the reasons, a wrong one with its figures."""
        return await turn.run(answer, puzzle, data.move)

    @post("/{puzzle:str}/solution", status_code=200, opt={"rate_limit": "studies"})
    async def solve_puzzle(self, turn: TurnDep, puzzle: PuzzleInPath) -> PuzzleSolution:
        """The solution."""
        return await turn.run(solve, puzzle)


def all_of(game: str) -> Puzzles:
    check_game(game)
    puzzles, day = collection(game), today()
    return show_puzzles(game, day.isoformat(), puzzle_of_day(game, day) if puzzles else None, puzzles)


def of_today(game: str) -> Puzzle:
    check_game(game)
    try:
        return puzzle_of_day(game, today())
    except SettingError as failure:
        raise MissingError(str(failure), failure.key, failure.values) from None


def check_game(game: str) -> None:
    if game not in GAMES:
        raise error(MissingError, "setting.game", game=game, known=sorted(GAMES))


def find(id: str) -> Puzzle:
    try:
        return find_puzzle(tuple(GAMES), id)
    except SettingError as failure:
        raise MissingError(str(failure), failure.key, failure.values) from None


def answer(id: str, move: str) -> PuzzleAnswer:
    puzzle = find(id)
    match = puzzle.match()
    exact = match.exact_move(puzzle.seat, move)
    verdict = puzzle.of(exact)
    right = exact in puzzle.solutions
    figures = None if verdict is None else show_figures(verdict, match.game)
    return PuzzleAnswer(right, figures, show_solution(puzzle, match) if right else None)


def solve(id: str) -> PuzzleSolution:
    puzzle = find(id)
    return show_solution(puzzle, puzzle.match())
