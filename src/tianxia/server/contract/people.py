"""People: what they tell about themselves, and how they did."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tianxia.server.contract.common import SECRET, Strict

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Login = Annotated[str, Meta(min_length=3, max_length=60, examples=["ada"])]
NewPassword = Annotated[str, Meta(min_length=8, max_length=200, extra=SECRET)]
Password = Annotated[str, Meta(max_length=200, extra=SECRET)]
Code = Annotated[str, Meta(min_length=1, max_length=40, extra=SECRET)]


class NewPerson(Strict, frozen=True):
    """Somebody who begins."""

    name: Name


class Myself(Struct, frozen=True):
    """What somebody told about themselves; nobody else sees it."""

    id: str
    name: str
    login: str | None  # of an account
    email: str | None  # where to write when it is their turn
    email_verified: bool  # whether the code that was sent there came back: before, nothing else is written there
    webhook: str | None  # what to call then


class VisitorShown(Struct, frozen=True):
    """Whoever asks."""

    me: Myself | None  # null: a stranger
    sends_email: bool  # whether this server can: else nobody can leave an address


class AboutMe(Strict, frozen=True):
    """What somebody changes about themselves; what is left out stays."""

    name: Name | UnsetType = UNSET
    email: Annotated[str, Meta(max_length=254)] | UnsetType | None = UNSET
    webhook: Annotated[str, Meta(max_length=500)] | UnsetType | None = UNSET


class EmailCode(Strict, frozen=True):
    """What was sent to an e-mail address."""

    code: Code


class Handover(Struct, frozen=True):
    """What to type on another device to be known there, too."""

    code: str
    expires: int


class HandoverTyped(Strict, frozen=True):
    """What was typed."""

    code: Code


class NewAccount(Strict, frozen=True):
    """What somebody wants to be known by everywhere."""

    login: Login
    password: NewPassword


class LoggingIn(Strict, frozen=True):
    """What somebody is known by."""

    login: Annotated[str, Meta(max_length=60)]
    password: Password


class PasswordChange(Strict, frozen=True):
    """Another password."""

    password: Password  # as it is
    new: NewPassword


class GamesPlayed(Struct, frozen=True):
    """How somebody did in one game with so many players. Games in which they had help are only counted."""

    game: str
    players: int
    games: int
    wins: float  # shared ones in part
    mean_score: float | None  # null: none of the games was their own
    helped: int  # games besides: they took hints, left, or a program made most of their moves


class RatingShown(Struct, frozen=True):
    """How well somebody plays a game.

    Everybody begins with a rating of 0 and an uncertainty of 8.3; a rating is provisional while its uncertainty is
    above 5. Between two who have both played much, a difference of 4 means that the better one finishes before the
    other in two of three games.
    """

    game: str
    rating: Annotated[
        int, Meta(description="they almost certainly play at least so well: estimated skill less 3 times uncertainty")
    ]
    uncertainty: Annotated[float, Meta(description="one standard deviation of the estimated skill")]


class Statistics(Struct, frozen=True):
    """How somebody did."""

    person: str
    name: str
    games: list[GamesPlayed]
    ratings: list[RatingShown]
