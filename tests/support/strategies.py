"""Hypothesis strategies for documents: JSON values, and valid documents spoilt in a few places."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

HUGE = (2**31, 2**32, 2**53, 2**62, 2**63 - 1, 2**63, 2**64, 10**40, 10**400)

KINDS = ("remove", "replace", "replace", "tweak", "elsewhere", "swap", "double", "add", "bury")

numbers = st.one_of(
    st.integers(-3, 40), st.sampled_from([sign * huge for huge in HUGE for sign in (1, -1)]), st.floats(width=32)
)
texts = st.one_of(
    st.text(st.characters(), max_size=6),  # lone surrogates too
    st.sampled_from(["", " ", "null", "1", "True", "\x00", "\ud800", "\udfff", "{", "{seat}", "{0}", "%s", "É" * 3000]),
    st.sampled_from(
        ["set aside", "0,0 r0", "2,0 r0", "0,-2 r3", "9" * 5000 + ",0 r0", "standard", "room", "last-tiles"]
    ),
)
scalars = st.one_of(st.none(), st.booleans(), numbers, texts)
json_values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=8,
)


def places(document: Any) -> list[tuple[Any, ...]]:
    """The paths to all values in a document, but the document itself, and not too far down."""
    found: list[tuple[Any, ...]] = []
    waiting: list[tuple[tuple[Any, ...], Any]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if len(path) < 8:
            inner = value.items() if isinstance(value, dict) else enumerate(value)
            for key, item in inner:
                found.append((*path, key))
                if isinstance(item, dict | list):
                    waiting.append(((*path, key), item))
    return found


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def nest(value: Any, depth: int, in_lists: bool) -> Any:
    """A value deep inside of lists or objects."""
    for _ in range(depth):
        value = [value] if in_lists else {"stacks": value}
    return value


@st.composite
def spoilt(draw: st.DrawFn, valid: Any, most: int = 3) -> Any:
    """A document with a few places changed: removed, replaced, swapped, doubled, buried, or taken from elsewhere."""
    document = copy.deepcopy(valid)
    for _ in range(draw(st.integers(1, most))):
        paths = places(document)
        if not paths:
            break
        # few paths lead to the head, most into long lists: give both a chance
        near = [path for path in paths if len(path) < 3]
        path = draw(st.sampled_from(near if draw(st.booleans()) else paths))
        _spoil(draw, at(document, path[:-1]), path[-1], document, paths)
    return document


def _spoil(draw: st.DrawFn, parent: Any, key: Any, document: Any, paths: list[tuple[Any, ...]]) -> None:
    kind = draw(
        st.sampled_from(["remove", "replace", "replace", "tweak", "elsewhere", "swap", "double", "add", "bury"])
    )
    value = parent[key]
    if kind == "remove":
        del parent[key]
    elif kind == "replace":
        parent[key] = draw(json_values)
    elif kind == "tweak":
        parent[key] = draw(st.sampled_from(_tweaks(value)))
    elif kind == "elsewhere":
        parent[key] = copy.deepcopy(at(document, draw(st.sampled_from(paths))))
    elif kind == "swap":
        other = draw(st.sampled_from(list(parent) if isinstance(parent, dict) else range(len(parent))))
        parent[key], parent[other] = parent[other], value
    elif kind == "double" and isinstance(parent, list):
        parent.insert(draw(st.integers(0, len(parent))), copy.deepcopy(value))
    elif kind == "bury":
        parent[key] = nest(value, draw(st.sampled_from([1, 2, 40])), draw(st.booleans()))
    elif isinstance(parent, dict):
        parent[draw(texts)] = draw(json_values)


def _tweaks(value: Any) -> list[Any]:
    """Values that are nearly the same."""
    if isinstance(value, bool) or value is None:
        return [not value, None, 0, 1]
    if isinstance(value, int):
        return [value + 1, value - 1, -value, value % 2**53 + 0.0, str(value), value == 1, [value], None]
    if isinstance(value, str):
        return [value.upper(), f" {value} ", value[:-1], value + value, "", [value], None]
    if isinstance(value, list):
        return [value[:-1], value[1:], value[::-1], value + value[:1], [value], [], {}, None]
    return [{}, [value], list(value.items()) if isinstance(value, dict) else value, None]
