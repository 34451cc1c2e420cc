"""Validation of what people enter about themselves: names, logins, e-mail addresses and webhooks."""

from __future__ import annotations

import re
import unicodedata
from typing import Final
from urllib.parse import urlsplit

from tianxia.errors import SettingError
from tianxia.players import is_program
from tianxia.words import error

MOST_CHARACTERS: Final = 40
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols to Unicode, but invisible
LOGIN: Final = re.compile(r"[A-Za-z0-9._@+\-]{3,60}")
EMAIL: Final = re.compile(r"[^\s@<>\"(),:;\\\[\]]+@[^\s@.]+(\.[^\s@.]+)+")


def check_name(typed: str) -> str:
    """A name as it is stored. Invisible characters, and those that change the direction of text, are refused.

    >>> check_name("  Ada\\u3000Lovelace ")
    'Ada Lovelace'
    """
    spaced = "".join(" " if unicodedata.category(character) == "Zs" else character for character in typed)
    name = unicodedata.normalize("NFC", spaced).strip(" ")
    if not 1 <= len(name) <= MOST_CHARACTERS or not name.isprintable() or BLANKS & set(name):
        raise error(SettingError, "server.name", most=MOST_CHARACTERS)
    if is_program(name):  # others would take the person for one
        raise error(SettingError, "server.name-of-program", name=name)
    return name


def check_login(typed: str) -> str:
    """A login as it is stored, in lower case.

    >>> check_login("Ada@Example.org")
    'ada@example.org'
    """
    login = typed.strip()
    if not LOGIN.fullmatch(login):
        raise error(SettingError, "server.login-form")
    return login.lower()


def check_email(typed: str) -> str:
    """An e-mail address of valid form.

    >>> check_email("ada@example.org")
    'ada@example.org'
    """
    if not typed.isprintable() or not EMAIL.fullmatch(typed):
        raise error(SettingError, "server.email-form")
    return typed


def check_webhook(typed: str) -> str:
    """A webhook address of valid form.

    >>> check_webhook("https://example.org/tianxia?key=1")
    'https://example.org/tianxia?key=1'
    """
    try:
        parts = urlsplit(typed)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port or an address in brackets that is none
        is_good = False
    if not is_good or not typed.isascii() or not typed.isprintable() or " " in typed:
        raise error(SettingError, "server.webhook-form")
    return typed
