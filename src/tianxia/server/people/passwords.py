"""Passwords that are refused when somebody chooses one: those that anybody would try first."""

from __future__ import annotations

from typing import Final

from tianxia.errors import SettingError
from tianxia.words import error

COMMON: Final = frozenset(
    (
        *("1314520", "1q2w3e4r", "1qaz2wsx", "5201314520", "a1b2c3d4", "abc123abc", "abcd1234", "admin"),
        *("administrator", "asdf1234", "azerty", "baseball", "basketball", "bonjour", "butterfly", "changeme"),
        *("chocolate", "computer", "doudou", "dragon", "football", "iloveu", "iloveyou", "internet", "jennifer"),
        *("letmein", "liverpool", "loulou", "marseille", "master", "michael", "monkey", "motdepasse", "p@ssw0rd"),
        *("p@ssword", "passw0rd", "password", "princess", "q1w2e3r4", "qwer1234", "qwerty", "secret", "shadow"),
        *("soleil", "starwars", "sunshine", "superman", "tianxia", "trustno1", "welcome", "whatever", "woaini"),
        *("woaini1314", "zaq12wsx"),
    )
)
"""Passwords that many people have, without the digits and signs at their end."""
ROWS_OF_KEYS: Final = (
    "01234567890123456789",
    "11223344556677889900",
    "abcdefghijklmnopqrstuvwxyz",
    "azertyuiopqsdfghjklmwxcvbn",
    "qwertyuiopasdfghjklzxcvbnm",
)
FEW: Final = 2
"""Different characters that are too few for a password."""


def check_new_password(password: str, login: str) -> None:
    """Refuse a new password that is easily guessed."""
    if is_common(password, login):
        raise error(SettingError, "server.common-password")


def is_common(password: str, login: str) -> bool:
    """Whether a password is one of the most common, a row of keys, the login, or made of very few characters.

    >>> [is_common(password, "ada@example.org") for password in ("12345678", "Password1!", "zyxwvuts", "ababABAB")]
    [True, True, True, True]
    >>> [is_common(password, "adalovelace@example.org") for password in ("AdaLovelace", "bamboo-flute")]
    [True, False]
    """
    word = password.casefold()
    known = {word, word.rstrip("0123456789!?.")} & (COMMON | {login, login.partition("@")[0]})
    is_row = any(word in row or word in row[::-1] for row in ROWS_OF_KEYS)
    return bool(known) or is_row or len(set(word)) <= FEW
