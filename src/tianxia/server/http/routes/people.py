"""People: names, accounts, devices, e-mail."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from litestar.response import Redirect
from msgspec import UNSET

from tianxia.server.contract.people import (
    AboutMe,
    EmailCode,
    Handover,
    HandoverTyped,
    LoggingIn,
    Myself,
    NewAccount,
    NewPerson,
    PasswordChange,
    Statistics,
    VisitorShown,
)
from tianxia.server.http.dependencies import PersonDep, PersonInPath, ServicesDep, TokenInPath, VisitorDep
from tianxia.server.http.rate_limits import limit_guesses
from tianxia.server.http.security import ANY_SITE
from tianxia.server.http.sessions import COOKIE, address_of, cookie_of
from tianxia.server.links import screen_link
from tianxia.server.people.handovers import offer_handover, take_handover
from tianxia.server.people.service import Person
from tianxia.server.people.unsubscribing import turn_off_emails
from tianxia.server.people.validation import check_email, check_login, check_name, check_webhook
from tianxia.server.services import Services
from tianxia.server.tables.statistics import about_myself, statistics_of

AnyRequest = Request[Any, Any, Any]


class PeopleRoutes(Controller):
    """People's requests about themselves."""

    path = "/api"
    tags = ("people",)

    @post("/people", opt={"rate_limit": "welcome"})
    async def welcome(self, request: AnyRequest, services: ServicesDep, data: JSONBody[NewPerson]) -> Response[Person]:
        """Introduce yourself with a name, which is enough to begin."""
        person, secret = await services.people.welcome(data.name)
        return await let_in(request, services, person, secret)

    @get("/people/{id:str}/statistics")
    async def see_statistics(self, services: ServicesDep, id: PersonInPath) -> Statistics:
        """A person's results and ratings. A rating begins at 0, and is provisional while its uncertainty is above 5."""
        return await statistics_of(services.storage, id)

    @get("/me")
    async def see_me(self, request: AnyRequest, services: ServicesDep, person: PersonDep) -> Response[Myself]:
        """Your personal data. This device stays logged in for another year."""
        myself = await about_myself(services.storage, person.id)
        return Response(myself, cookies=[known_for_a_year(request)])

    @get("/visitor")
    async def see_visitor(
        self, request: AnyRequest, services: ServicesDep, visitor: VisitorDep
    ) -> Response[VisitorShown]:
        """Your personal data, or null for a stranger, who is not refused. A device stays logged in for another year."""
        sends_email = services.email_addresses.mail_server is not None
        if visitor is None:
            return Response(VisitorShown(None, sends_email))
        myself = await about_myself(services.storage, visitor.id)
        return Response(VisitorShown(myself, sends_email), cookies=[known_for_a_year(request)])

    @patch("/me", opt={"rate_limit": "letters"})
    async def change_me(self, services: ServicesDep, person: PersonDep, data: JSONBody[AboutMe]) -> Myself:
        """Change your name, or how you are reached when it is your turn. A code is sent to a new e-mail address first.

        Tables where you sit keep your old name."""
        if changes := read_changes(data):
            await services.email_addresses.change(person, changes)
        return await about_myself(services.storage, person.id)

    @post("/me/email", status_code=200, opt={"rate_limit": "handover"})
    async def confirm_email(self, services: ServicesDep, person: PersonDep, data: JSONBody[EmailCode]) -> Myself:
        """Confirm your e-mail address by the code that was sent there. Notices go there from now on."""
        await services.email_addresses.confirm(person, data.code)
        return await about_myself(services.storage, person.id)

    @post("/unsubscribe/{token:str}", status_code=204, opt={"rate_limit": "handover", ANY_SITE: True})
    async def turn_off_emails(self, services: ServicesDep, token: TokenInPath) -> None:
        """Turn off the e-mails about somebody's turns, by the token of the link in them. A webhook is still called.

        Mail programs send this request by themselves (RFC 8058), so it needs neither a cookie nor X-Tianxia."""
        await turn_off_emails(services.people, token)

    @get("/unsubscribe/{token:str}", include_in_schema=False)
    async def ask_to_turn_off_emails(self, token: TokenInPath) -> Redirect:
        """Lead to the screen with the button: a scanner of e-mails, which follows every link, turns nothing off."""
        return Redirect(screen_link("", "unsubscribe", token))

    # ---- devices

    @post("/me/handover", opt={"rate_limit": "handover"})
    async def offer_handover(self, services: ServicesDep, person: PersonDep) -> Handover:
        """A one-time code that logs in another device, valid for a short time."""
        return Handover(*await offer_handover(services.people, person))

    @post("/handover", status_code=200, opt={"rate_limit": "handover"})
    async def take_handover(
        self, request: AnyRequest, services: ServicesDep, data: JSONBody[HandoverTyped]
    ) -> Response[Person]:
        """Log in on this device, by a code from another one."""
        person, secret = await take_handover(services.people, data.code)
        return await let_in(request, services, person, secret)

    @post("/logout", status_code=204)
    async def log_out(self, request: AnyRequest, services: ServicesDep) -> Response[None]:
        """Log out on this device."""
        secret = request.cookies.get(COOKIE)
        if secret is not None:
            await services.people.log_out(secret)
        answer = Response(None)
        answer.delete_cookie(COOKIE)
        return answer

    @delete("/me/devices")
    async def log_out_elsewhere(self, request: AnyRequest, services: ServicesDep, person: PersonDep) -> None:
        """Log out on all other devices."""
        await services.people.log_out_elsewhere(person, request.cookies[COOKIE])

    # ---- accounts

    @post("/me/account", opt={"rate_limit": "login"})
    async def make_account(
        self, request: AnyRequest, services: ServicesDep, person: PersonDep, data: JSONBody[NewAccount]
    ) -> Myself:
        """Create an account with a login and a password, to log in on any device."""
        await services.accounts.make(person, data.login, data.password, address_of(request))
        return await about_myself(services.storage, person.id)

    @put("/me/password", status_code=204, opt={"rate_limit": "login"})
    async def change_password(
        self, request: AnyRequest, services: ServicesDep, person: PersonDep, data: JSONBody[PasswordChange]
    ) -> None:
        """Change your password. All your other devices are logged out."""
        if person.login is not None:
            await limit_guesses(request, person.login)
        address = address_of(request)
        await services.accounts.change_password(person, data.password, data.new, request.cookies[COOKIE], address)

    @post("/login", status_code=200, opt={"rate_limit": "login"})
    async def log_in(self, request: AnyRequest, services: ServicesDep, data: JSONBody[LoggingIn]) -> Response[Person]:
        """Log in on this device, by your account."""
        login = check_login(data.login)
        await limit_guesses(request, login)
        person, secret = await services.accounts.log_in(login, data.password, address_of(request))
        return await let_in(request, services, person, secret)


def known_for_a_year(request: AnyRequest) -> Cookie:
    """The session cookie of this device, valid for another year."""
    return cookie_of(request.cookies[COOKIE], request.url.scheme == "https")


async def let_in(request: AnyRequest, services: Services, person: Person, secret: str) -> Response[Person]:
    """Log this device in as somebody, and out as the person it was before."""
    before = request.cookies.get(COOKIE)
    if before is not None:
        await services.people.log_out(before)
    return Response(person, cookies=[cookie_of(secret, request.url.scheme == "https")])


def read_changes(wish: AboutMe) -> dict[str, str | bool | None]:
    """The columns that somebody changes, checked."""
    changes: dict[str, str | bool | None] = {}
    if wish.name is not UNSET:
        changes["name"] = check_name(wish.name)
    if wish.email is not UNSET:
        changes["email"] = check_email(wish.email) if wish.email else None
    if wish.turn_emails is not UNSET:
        changes["turn_emails"] = wish.turn_emails
    if wish.webhook is not UNSET:
        changes["webhook"] = check_webhook(wish.webhook) if wish.webhook else None
    return changes
