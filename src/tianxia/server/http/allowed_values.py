"""Sentences about the values that a type of the contract allows."""

from __future__ import annotations

from typing import Any

from msgspec import inspect, json

from tianxia.words import Message


def describe(kind: Any, with_null: bool = True) -> Message:
    """The values that a type allows, as a sentence. `with_null` is false where null means that nothing was given.

    >>> from typing import Literal
    >>> from tianxia.words import say
    >>> say(describe(Literal["open", "mine"])), say(describe(bool | None)), say(describe(list[int]))
    ('"mine" or "open"', 'true or false or null', 'a list')
    """
    return _describe(inspect.type_info(kind), with_null)


def _describe(kind: inspect.Type, with_null: bool = True) -> Message:
    match kind:
        case inspect.Metadata(type=inner):
            return _describe(inner, with_null)
        case inspect.UnionType(types=kinds):
            return _one_of(kinds, with_null)
        case inspect.StructType():
            return _object(kind)
        case inspect.LiteralType(values=values):
            return Message("server.allowed.values", {"values": quoted(values)})
        case inspect.IntType(ge=least, le=most):
            return _within("number", least, most)
        case inspect.StrType(min_length=least, max_length=most):
            return _within("text", least, most)
        case inspect.ListType(min_length=least, max_length=most):
            return _within("list", least, most)
        case inspect.BoolType():
            return Message("server.allowed.truth")
        case inspect.NoneType():
            return Message("server.allowed.nothing")
        case _:
            return Message("server.allowed.object")


def quoted(names: Any) -> list[str]:
    """Names as JSON strings."""
    return [json.encode(name).decode() for name in names]


def _within(what: str, least: int | None, most: int | None) -> Message:
    if most is None:
        return Message(f"server.allowed.{what}")
    if least is None:
        return Message(f"server.allowed.{what}-up-to", {"most": most})
    return Message(f"server.allowed.{what}-between", {"least": least, "most": most})


def _object(kind: inspect.StructType) -> Message:
    needed = quoted(field.encode_name for field in kind.fields if field.required)
    more = quoted(field.encode_name for field in kind.fields if not field.required)
    if not needed:
        return Message("server.allowed.object-with-some", {"more": more})
    key = "server.allowed.object-with-more" if more else "server.allowed.object-with"
    return Message(key, {"needed": needed} | ({"more": more} if more else {}))


def _one_of(kinds: tuple[inspect.Type, ...], with_null: bool) -> Message:
    """A union of types. Objects that differ by a tag are named once, with all their tags."""
    tagged = [kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag_field]
    others = [kind for kind in kinds if kind not in tagged]
    if not with_null:
        others = [kind for kind in others if not isinstance(kind, inspect.NoneType)]
    said = [_describe(kind) for kind in others]
    if tagged:
        tags = quoted(kind.tag for kind in tagged)
        said.insert(0, Message("server.allowed.tagged", {"field": tagged[0].tag_field, "tags": tags}))
    return said[0] if len(said) == 1 else Message("server.allowed.one-of", {"kinds": said})
