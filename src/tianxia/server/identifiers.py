"""Random ids, secrets and codes."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

ID_BYTES: Final = 16
ID_PATTERN: Final = "[A-Za-z0-9_-]{22}"  # of ids that `new_id` makes
SECRET_BYTES: Final = 32
CODE_CHARACTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that looks like another
LENGTH: Final = 12  # of a code: 58 random bits, too many to guess while it is valid


def new_id() -> str:
    """128 random bits in 22 characters, so that nobody can guess the id of an unlisted table, or a token."""
    return secrets.token_urlsafe(ID_BYTES)


def new_secret() -> str:
    """A secret of a session. The device keeps it; the server stores only its hash."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_secret(secret: str) -> str:
    """The hash of a secret that is stored. Secrets are long and random: they need no salt, and a lookup leaks nothing.

    >>> len(hash_secret("a"))
    64
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    """A short-lived secret for people to type: XXXX-XXXX-XXXX."""
    code = "".join(secrets.choice(CODE_CHARACTERS) for _ in range(LENGTH))
    return "-".join(code[first : first + 4] for first in range(0, LENGTH, 4))


def hash_code(typed: str) -> str:
    """The hash of a code that is stored, whatever its case, blanks and hyphens were when it was typed.

    >>> hash_code("ab3d-efgh-jkmn") == hash_code("AB3D EFGH JKMN")
    True
    """
    return hash_secret("".join(character for character in typed.upper() if character not in "- "))
