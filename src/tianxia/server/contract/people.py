"""People: their personal data, and their results."""

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
    """The name with which a new person begins."""

    name: Name


class Myself(Struct, frozen=True):
    """The personal data of a person; nobody else sees it."""

    id: str
    name: str
    login: str | None  # null: the person has no account
    email: str | None  # address for notices that it is their turn
    email_verified: bool  # whether the code that was sent there was entered; before that, no notices go there
    turn_emails: bool  # whether they want notices by e-mail; otherwise none go there
    webhook: str | None  # address to call when it is their turn


class VisitorShown(Struct, frozen=True):
    """The person who sends the request, if they are known."""

    me: Myself | None  # null: a stranger
    sends_email: bool  # whether this server sends e-mail; otherwise nobody can enter an address


class AboutMe(Strict, frozen=True):
    """Changes of personal data; what is left out stays as it is."""

    name: Name | UnsetType = UNSET
    email: Annotated[str, Meta(max_length=254)] | UnsetType | None = UNSET
    turn_emails: bool | UnsetType = UNSET  # a new e-mail address turns them on, unless this is false
    webhook: Annotated[str, Meta(max_length=500)] | UnsetType | None = UNSET


class EmailCode(Strict, frozen=True):
    """The code that was sent to an e-mail address."""

    code: Code


class Handover(Struct, frozen=True):
    """A code to type on another device, which logs it in."""

    code: str
    expires: int


class HandoverTyped(Strict, frozen=True):
    """The code from another device, as it was typed."""

    code: Code


class NewAccount(Strict, frozen=True):
    """The login and password of a new account."""

    login: Login
    password: NewPassword


class LoggingIn(Strict, frozen=True):
    """The login and password of an account."""

    login: Annotated[str, Meta(max_length=60)]
    password: Password


class PasswordChange(Strict, frozen=True):
    """A change of a password."""

    password: Password  # the present one
    new: NewPassword


class GamesPlayed(Struct, frozen=True):
    """A person's results in one game with one number of players. Games in which they had help are only counted."""

    game: str
    players: int
    games: int
    wins: float  # a victory shared by n players counts 1/n
    mean_score: float | None  # null: they had help in all games
    helped: int  # further games: they took hints, left, or a program made moves for them


class RatingShown(Struct, frozen=True):
    """A person's rating in one game.

    Everybody begins with a rating of 0 and an uncertainty of 8.3; a rating is provisional while its uncertainty is
    above 5. Between two who have both played much, a difference of 4 means that the better one finishes before the
    other in two of three games.
    """

    game: str
    rating: Annotated[int, Meta(description="a lower bound of the skill: estimated skill less 3 times the uncertainty")]
    uncertainty: Annotated[float, Meta(description="one standard deviation of the estimated skill")]
    above: str | None  # the strongest level of programs below this person's estimated skill; null: none, or provisional
    below: str | None  # the weakest level above it, likewise


class Statistics(Struct, frozen=True):
    """A person's results and ratings."""

    person: str
    name: str
    games: list[GamesPlayed]
    ratings: list[RatingShown]


class RatingChange(Struct, frozen=True):
    """How a game changed the rating of who played a seat, a person or a program; the scale is that of `RatingShown`."""

    seat: int
    before: float
    after: float


class RatingChanges(Struct, frozen=True):
    """How a game changed ratings."""

    changes: list[RatingChange]  # by seat; empty while the game goes on, and where it is rated for nobody
