"""What people may be called, and reached by."""

from __future__ import annotations

import pytest

from tianxia.errors import SettingError
from tianxia.server.people.validation import check_email, check_login, check_name, check_webhook


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada ", "Ada"),
        ("武则天", "武则天"),
        ("Zoe\u0308", "Zoë"),
        ("Ada\u3000L", "Ada L"),
        ("\u00a0Ada", "Ada"),
        ("x" * 40, "x" * 40),
        ("🐉", "🐉"),
    ],
)
def test_a_name_is_kept_as_people_read_it(typed: str, kept: str) -> None:
    assert check_name(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "A\x00da",
        "A\nda",
        "Ada\n",
        "A\x7f",
        "Ada\u202egnik",
        "A\u200bda",
        "A\u200fda",
        "A\u2066da",
        "A\u061cda",
        "\u3164\u3164",
        "\u2800",
        "\ue000",
        "A\ud800",
    ],
)
def test_a_name_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(SettingError, match="A name has 1 to 40 characters"):
        check_name(name)


@pytest.mark.parametrize("name", ["level:master", " Level:x", "random", "pipe:true", "mcts: 5"])
def test_nobody_is_taken_for_a_program(name: str) -> None:
    with pytest.raises(SettingError, match="the name of a program"):
        check_name(name)


@pytest.mark.parametrize("login", ["ab", "a b c", "ada\x00", "äda", "ada\nbo", "x" * 61, "\u212aelvin"])
def test_a_login_that_looks_like_another_is_refused(login: str) -> None:
    with pytest.raises(SettingError, match="A login has"):
        check_login(login)


@pytest.mark.parametrize(
    "email", ["ada", "a@b", "@b.c", "a@b.c\nBcc: d@e.f", "a@b.c, d@e.f", "A <a@b.c>", "a@b..c", "a@b.c."]
)
def test_an_email_address_that_is_none_is_refused(email: str) -> None:
    with pytest.raises(SettingError, match="no e-mail address"):
        check_email(email)


@pytest.mark.parametrize(
    "webhook",
    [
        "ftp://example.org/",
        "javascript:alert(1)",
        "https://",
        "//example.org",
        "https://[::1",
        "https://example.org:port/",
        "https://example.org/a b",
        "https://example.org/\r\nHost: other",
        "https://exämple.org/",
        "https://:80/",
    ],
)
def test_an_address_that_cannot_be_called_is_refused(webhook: str) -> None:
    with pytest.raises(SettingError, match="The webhook address"):
        check_webhook(webhook)
