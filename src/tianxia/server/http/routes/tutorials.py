"""Tutorials: their steps, and whether a try is right. Nothing is stored."""

from __future__ import annotations

from functools import cache

from litestar import Controller, get, post
from litestar.params import JSONBody

from tianxia.server.contract.learning import ChapterShown, Judged, StepShown, Try, TutorialShown
from tianxia.server.http.dependencies import GameInPath, TurnDep
from tianxia.server.presenter.tables import say_line
from tianxia.server.refusals import MissingError
from tianxia.teaching.tutorials import Chapter, Step, Tutorial, find_tutorial, judge, judge_guess
from tianxia.words import Message, error


class TutorialRoutes(Controller):
    """Tutorials of the games."""

    path = "/api/tutorials"
    tags = ("tutorials",)

    @get("/{game:str}")
    async def read_tutorial(self, turn: TurnDep, game: GameInPath) -> TutorialShown:
        """The tutorial of a game: its chapters and their steps."""
        return await turn.run(show, game)

    @post("/try", status_code=200, opt={"rate_limit": "studies"})
    async def try_step(self, turn: TurnDep, data: JSONBody[Try]) -> Judged:
        """Judge a try in a step of a tutorial: done, right so far, legal but wrong, or against the rules."""
        return await turn.run(judge_try, data)


def find(game: str) -> Tutorial:
    tutorial = find_tutorial(game)
    if tutorial is None:
        raise error(MissingError, "server.no-tutorial")
    return tutorial


def show(game: str) -> TutorialShown:
    return show_tutorial(find(game).game.id)  # cached by the id of a game, not by what was asked for


@cache
def show_tutorial(game: str) -> TutorialShown:
    return TutorialShown(game, [show_chapter(chapter) for chapter in find(game).chapters])


def show_chapter(chapter: Chapter) -> ChapterShown:
    title, about = (say_line(Message(f"{chapter.key}.{part}")) for part in ("title", "about"))
    return ChapterShown(chapter.id, title, about, [show_step(step) for step in chapter.steps])


def show_step(step: Step) -> StepShown:
    return StepShown(
        id=step.id,
        title=say_line(step.say("title")),
        text=say_line(step.say("text")),
        task=say_line(step.say("task")),
        seat=step.seat,
        record=step.document,
        amounts=[] if step.guess is None else list(step.guess.amounts),
        solution=list(step.solution),
    )


def judge_try(tried: Try) -> Judged:
    step = find(tried.game).step(tried.chapter, tried.step)
    if step is None:
        raise error(MissingError, "server.no-tutorial")
    judgement = judge_guess(step, tried.amount or 0) if step.guess is not None else judge(step, tried.moves)
    answer = None if judgement.message is None else say_line(judgement.message)
    return Judged(judgement.verdict, answer, judgement.kept, list(judgement.replies))
