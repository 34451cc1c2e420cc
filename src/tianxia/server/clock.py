"""What time it is."""

from __future__ import annotations

import time


def now() -> int:
    """This moment, in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
