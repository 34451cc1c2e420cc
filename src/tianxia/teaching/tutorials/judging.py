"""The judgement of tries: done, right so far, legal but wrong, or against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tianxia.errors import AmbiguousError, IllegalError, TianxiaError, UnreadableError
from tianxia.play import Match
from tianxia.teaching.tutorials.steps import Step
from tianxia.words import Message

Verdict = Literal["done", "more", "wrong", "illegal"]
UNPLAYABLE = (IllegalError, UnreadableError, AmbiguousError)


@dataclass(frozen=True)
class Judgement:
    """The judgement of a try, with the answer to it."""

    verdict: Verdict
    match: Match  # where it leads; of a try that failed: where to go on from
    message: Message | None = None  # none where more is to come
    kept: int = 0  # how many of its moves, counted from the first, need not be taken back
    replies: tuple[str, ...] = ()  # moves that follow by themselves: those of the others, or what was to be guessed


def judge(step: Step, moves: Sequence[str]) -> Judgement:
    """Play the moves of the learner, one after the other, until the goal is reached or missed."""
    match = step.begin()
    scored, logged = len(match.ledger), len(match.log)
    played: list[str] = []
    for text in moves:
        try:
            played.append(match.exact_move(step.seat, text))
            match.move(step.seat, text, confirmed=True)
        except UNPLAYABLE as failure:
            return Judgement("illegal", match, _reason_of(failure), len(played))
        ledger, log = match.ledger[scored:], match.log[logged:]
        has_ended = match.to_move != step.seat
        if (has_ended or not step.is_free) and step.goal.holds(step.seat, played, ledger, log):
            return Judgement("done", match, step.say("done"), len(played), _reply(step, match))
        if not step.goal.fits(played) or has_ended or 0 < len(step.goal.moves) <= len(played):
            fitting = (wrong for wrong in step.mistakes if wrong.when.holds(step.seat, played, ledger, log))
            mistake = next(fitting, None)
            message = step.say("wrong" if mistake is None else f"wrong-{mistake.id}")
            return _take_back(step, played, message)
    return Judgement("more", match, None, len(played))


def judge_guess(step: Step, amount: int) -> Judgement:
    """Check a guessed amount; if it is right, play the moves."""
    guess = step.guess
    assert guess is not None
    match = step.begin()
    scored = len(match.ledger)
    for move in guess.moves:
        match.move(move.seat, move.move, confirmed=True)
    counted = [entry for entry in match.ledger[scored:] if guess.source in (None, entry["source"])]
    if amount != sum(entry["amount"] for entry in counted if entry["seat"] == guess.seat):
        return Judgement("wrong", step.begin(), step.say("wrong"))
    return Judgement("done", match, step.say("done"), replies=tuple(move.move for move in guess.moves))


def _take_back(step: Step, played: list[str], message: Message) -> Judgement:
    """Take back the last move if it was the first that did not fit; else take back all moves of the try."""
    kept = len(played) - 1 if not step.goal.fits(played) else 0
    match = step.begin()
    for text in played[:kept]:
        match.move(step.seat, text, confirmed=True)
    return Judgement("wrong", match, message, kept)


def _reply(step: Step, match: Match) -> tuple[str, ...]:
    """The moves of the other seats after a solved step.

    They only illustrate: if the learner found another solution, moves that do not fit it are left out.
    """
    for number, reply in enumerate(step.replies):
        try:
            match.move(reply.seat, reply.move, confirmed=True)
        except TianxiaError:
            return tuple(reply.move for reply in step.replies[:number])
    return tuple(reply.move for reply in step.replies)


def _reason_of(failure: TianxiaError) -> Message:
    reason = getattr(failure, "reason", None)
    return reason if isinstance(reason, Message) else Message(failure.key, failure.values)
