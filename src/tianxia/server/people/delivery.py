"""Delivery of messages to people: webhooks and e-mail."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.errors import MessageError
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, EmailPolicy, Policy
from email.utils import make_msgid, parseaddr
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

import httpx
from msgspec import Struct, json

from tianxia.errors import SettingError
from tianxia.words import error

SECONDS: Final = 5.0
"""The timeout of each network operation."""
THREADS: Final = 10
"""Threads of their own for slow networks, so that nothing else of the server waits for them."""
OPEN: Final = ip_network("2000::/3")
"""The public range of IPv6; other ranges lead to private networks, or embed an IPv4 address."""


class DeliveryError(Exception):
    """A message could not be delivered. The text says why, for the log."""


class Webhooks:
    """Calls addresses that people gave: only public ones, against server-side request forgery (SSRF)."""

    def __init__(self, allow_private: bool = False) -> None:
        self.allow_private = allow_private
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="names")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def call(self, address: str, body: Struct) -> None:
        """Send JSON to an address."""
        try:
            async with asyncio.timeout(2 * SECONDS):
                status = await self._post(address, json.encode(body))
        except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError, TimeoutError) as failure:
            raise DeliveryError(type(failure).__name__) from None
        if not 200 <= status < 300:
            raise DeliveryError(f"status {status}")

    async def _post(self, address: str, body: bytes) -> int:
        url = httpx.URL(address)
        if url.scheme not in ("http", "https") or not url.host:
            raise DeliveryError("no address of the web")
        name = url.raw_host.decode()
        number = await self._resolve(name, url.port or (443 if url.scheme == "https" else 80))
        headers = {"content-type": "application/json", "host": url.netloc.decode()}
        async with (
            httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False) as client,
            client.stream(  # the body of the answer is not read
                "POST",
                url.copy_with(host=number),
                content=body,
                headers=headers,
                extensions={"sni_hostname": name},
            ) as answer,
        ):
            return answer.status_code

    async def _resolve(self, name: str, port: int) -> str:
        """The checked IP address of a host. That address is called: the name could change meanwhile (DNS rebinding)."""
        ask = partial(socket.getaddrinfo, name, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, ask)
        numbers = [str(entry[4][0]) for entry in found]
        if not self.allow_private and not all(is_public(number) for number in numbers):
            raise DeliveryError("no public address")
        return numbers[0]


def is_public(number: str) -> bool:
    """Whether an IP address is a public one.

    >>> [is_public(number) for number in ("1.1.1.1", "10.0.0.1", "169.254.169.254")]
    [True, False, False]
    >>> [is_public(number) for number in ("2606:4700::1111", "::1", "::ffff:10.0.0.1", "::127.0.0.1", "fec0::1")]
    [True, False, False, False, False]
    """
    found = ip_address(number.partition("%")[0])
    if isinstance(found, IPv6Address) and (found not in OPEN or found.sixtofour or found.teredo):
        return False
    return found.is_global and not found.is_multicast


class LinkHeader(UnstructuredHeader, BaseHeader):
    """A header with a link. Python would write a long one as encoded words (RFC 2047), which no mail program reads."""

    def fold(self, *, policy: Policy[Any]) -> str:
        return f"{self.name}: {self}{policy.linesep}"


def mail_policy() -> EmailPolicy[EmailMessage]:
    """How e-mails are written: in ASCII, since a mail server need not take more."""
    headers = HeaderRegistry()
    headers.map_to_type("list-unsubscribe", LinkHeader)
    return SMTP.clone(cte_type="7bit", header_factory=headers)


class MailServer:
    """Sends e-mail over a mail server: smtp://user:password@host:port?from=tianxia@example.org, or smtps."""

    def __init__(self, url: str) -> None:
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise error(SettingError, "server.smtp-form") from None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise error(SettingError, "server.smtp-form")
        self.is_encrypted = parts.scheme == "smtps"
        self.host = parts.hostname
        self.port = port or (465 if self.is_encrypted else 587)
        self.user = unquote(parts.username or "")
        self._password = unquote(parts.password or "")
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="letters")
        self.sender = parse_qs(parts.query).get("from", [f"tianxia@{self.host}"])[0]
        self._domain = parseaddr(self.sender)[1].rpartition("@")[2] or self.host

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def send(self, to: str, subject: str, words: str, one_click: str | None = None) -> None:
        """Send an e-mail. At the address `one_click` mail programs can turn off further e-mails of its kind."""
        try:
            letter = self._write(to, subject, words, one_click)
            async with asyncio.timeout(2 * SECONDS):
                await asyncio.get_running_loop().run_in_executor(self._threads, self._send, letter)
        except (smtplib.SMTPException, OSError, ValueError, MessageError, httpx.InvalidURL) as failure:
            raise DeliveryError(type(failure).__name__) from None

    def _write(self, to: str, subject: str, words: str, one_click: str | None) -> EmailMessage:
        letter = EmailMessage(mail_policy())
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, subject
        letter["Date"], letter["Message-ID"] = datetime.now(UTC), make_msgid(domain=self._domain)
        if one_click is not None:
            letter["List-Unsubscribe"] = f"<{httpx.URL(one_click)}>"  # in ASCII
            letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(words)
        return letter

    def _send(self, letter: EmailMessage) -> None:
        context = ssl.create_default_context()
        with self._connect(context) as server:
            server.ehlo()
            is_encrypted = self.is_encrypted
            if not is_encrypted and server.has_extn("starttls"):
                server.starttls(context=context)
                server.ehlo()
                is_encrypted = True
            if self.user:
                if not is_encrypted:
                    raise smtplib.SMTPNotSupportedError("a password is not sent in the clear")
                server.login(self.user, self._password)
            server.send_message(letter)

    def _connect(self, context: ssl.SSLContext) -> smtplib.SMTP:
        if self.is_encrypted:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        return smtplib.SMTP(self.host, self.port, timeout=SECONDS)
