"""Random names and secrets."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

ID_BYTES: Final = 16
ID_PATTERN: Final = "[A-Za-z0-9_-]{22}"  # of what `new_id` makes
SECRET_BYTES: Final = 32
SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is easily taken for another
LENGTH: Final = 12  # of a code: 58 random bits, so nobody guesses one while it is good


def new_id() -> str:
    """128 random bits in 22 signs: nobody guesses the id of a table that is not listed."""
    return secrets.token_urlsafe(ID_BYTES)


def new_secret() -> str:
    """What somebody is known by, or lets somebody in: the one who has it keeps it, only its hash is stored."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_secret(secret: str) -> str:
    """What is stored of a secret. It is random and long: no salt is needed, and looking it up tells nothing.

    >>> len(hash_secret("a"))
    64
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    """A secret that is read in one place and typed in another, for a short time: XXXX-XXXX-XXXX."""
    code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
    return "-".join(code[first : first + 4] for first in range(0, LENGTH, 4))


def hash_code(typed: str) -> str:
    """What is stored of a code, however it was typed.

    >>> hash_code("ab3d-efgh-jkmn") == hash_code("AB3D EFGH JKMN")
    True
    """
    return hash_secret("".join(sign for sign in typed.upper() if sign not in "- "))
