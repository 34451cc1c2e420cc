"""E-mails as a real mail server receives them: headers, and text in any language."""

from __future__ import annotations

from datetime import UTC, datetime
from email.headerregistry import DateHeader
from email.message import EmailMessage

import pytest

from support.sinks import mail_sink, read_mail
from tianxia.server.people.delivery import MailServer

pytestmark = pytest.mark.anyio
WORDS = "C'est à vous – Grüße. 轮到您了：https://example.org/table/q83vEjRWeJCrze8SNFZ4kA"


async def received(
    *subjects: str, sender: str = "tianxia@games.example.org", one_click: str | None = None
) -> list[str]:
    """Mails with these subjects as they arrive."""
    async with mail_sink() as mail:
        server = MailServer(f"smtp://127.0.0.1:{mail.port}?from={sender}")
        for subject in subjects:
            await server.send("bo@example.net", subject, WORDS, one_click)
        server.close()
    return [str(letter) for letter in mail.got]


def date_of(message: EmailMessage) -> datetime:
    date = message["Date"]
    assert isinstance(date, DateHeader)
    assert date.datetime is not None
    return date.datetime


async def test_a_mail_says_when_it_was_written_and_has_an_id_of_its_own() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    one, other = map(read_mail, await received("One", "Other"))
    assert before <= date_of(one) <= date_of(other) <= datetime.now(UTC)
    ids = [str(message["Message-ID"]) for message in (one, other)]
    assert ids[0] != ids[1]
    for id in ids:
        assert id.startswith("<")
        assert id.endswith("@games.example.org>")


@pytest.mark.parametrize(
    "subject",
    ["It is your turn", "L'Année du Dragon : à vous", "轮到您了：" + "紫禁城" * 30],
    ids=["English", "French", "Chinese"],
)
async def test_a_mail_arrives_as_it_was_written_in_any_language(subject: str) -> None:
    [letter] = await received(subject, sender="%E5%A4%A9%E4%B8%8B%20Gr%C3%BC%C3%9Fe%20%3Ctianxia@games.example.org%3E")
    assert letter.isascii(), "not every mail server takes more"
    assert max(map(len, letter.splitlines())) <= 78
    message = read_mail(letter)
    assert message["Subject"] == subject
    assert message["From"] == "天下 Grüße <tianxia@games.example.org>"
    assert message["Message-ID"].endswith("@games.example.org>")
    assert message.get_content().splitlines() == [WORDS]
    assert not message.defects


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("https://tianxia.example.org", "https://tianxia.example.org"),
        (f"https://{'long.' * 20}example.org", f"https://{'long.' * 20}example.org"),
        ("https://spiele.müller.example", "https://spiele.xn--mller-kva.example"),
    ],
)
async def test_mail_programs_can_read_the_link_that_turns_emails_off(address: str, written: str) -> None:
    [letter] = await received("Your turn", one_click=f"{address}/api/unsubscribe/{'t' * 22}")
    lines = letter.splitlines()
    assert f"List-Unsubscribe: <{written}/api/unsubscribe/{'t' * 22}>" in lines, "neither folded nor encoded"
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines


async def test_other_mails_have_no_such_link() -> None:
    [letter] = await received("A code")
    assert read_mail(letter)["List-Unsubscribe"] is None
