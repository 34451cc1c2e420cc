"""Problems: why a request was refused."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from tianxia.server.contract.common import Rule
from tianxia.server.contract.tables import TableState


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused: the HTTP status, and a sentence with its key and values."""

    status: int
    text: str
    key: str
    values: dict[str, Any]
    rule: Rule | None = None
    state: TableState | UnsetType = UNSET  # with 409 at a table: its present state, as you may see it
