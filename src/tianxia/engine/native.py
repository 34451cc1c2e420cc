"""Machine types: unboxed when compiled with mypyc, plain `int` and `list` otherwise.

This module itself is never compiled, and needs nothing installed. Three traps of mypyc that a type checker does not
see: `1 << i` with a native `i` is 32-bit arithmetic (use a table, or shift an `i64`); literals above 2**62; `copy` and
`pickle` on native classes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import pop as pop
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
else:
    i64 = int

    class u8:  # noqa: N801 - the name it has in mypy_extensions
        """`u8(number)` is its lowest eight bits."""

        def __new__(cls, number: int) -> int:
            return number & 255

    class vec:  # noqa: N801 - the name it has in librt
        """`vec[i64](items)` is `list(items)`; `vec[u8](items)` is a `bytearray`, of which NumPy can make an array."""

        def __class_getitem__(cls, item: Any) -> type[list | bytearray]:
            return bytearray if item is u8 else list

    def append(v: list, x: Any) -> list:
        v.append(x)
        return v

    def pop(v: list, i: int = -1) -> tuple[list, Any]:
        return v, v.pop(i)

    def mypyc_attr(**attributes: object) -> Callable[[type], type]:
        return lambda decorated: decorated
