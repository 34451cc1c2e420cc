"""What time it is, in milliseconds."""

from __future__ import annotations

import time
from typing import Final

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE


def now() -> int:
    """This moment, in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
