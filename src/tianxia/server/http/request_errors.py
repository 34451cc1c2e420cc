"""Request validation errors: which part of a request does not fit the contract, what was given, and what is allowed.

msgspec refuses such a request, with a message for programmers. The functions here find the same place again, by the
types of the contract, and describe it in sentences of the catalogue.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Final, Union, get_args, get_origin

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import ParamType
from litestar.exceptions import SerializationException, ValidationException
from litestar.params import ParameterKwarg
from msgspec import Struct, UnsetType, ValidationError, convert, inspect, json
from msgspec.inspect import type_info
from msgspec.structs import fields

from tianxia.server.contract.common import SECRET
from tianxia.server.http.allowed_values import describe, quoted
from tianxia.server.refusals import MalformedError, MissingError, Refusal
from tianxia.words import Message, error, printable

REQUEST_ERROR: Final = "request_error"
"""The key of the state of a request under which its validation error is kept."""
MOST_SHOWN: Final = 60
"""Most characters of a given value that are shown."""
TEXT_KEYS: Final = {ParamType.QUERY: "server.request.wrong-query", ParamType.HEADER: "server.request.wrong-header"}
PATH_KEYS: Final = {
    "table": "server.no-table",
    "id": "server.no-person",
    "seat": "server.no-seat",
    "token": "server.unsubscribe-unknown",
}
"""Name of a path parameter -> key of the error where its value can be no id."""


async def note_request_error(failure: Exception, scope: Any) -> None:
    """Find the validation error of a request that Litestar refused, while its body can still be read."""
    if isinstance(failure, ValidationException) or isinstance(failure.__cause__, SerializationException):
        scope["state"][REQUEST_ERROR] = await request_error_of(Request(scope))


async def request_error_of(request: Request[Any, Any, Any]) -> Refusal | None:
    """The first validation error of a request, if there is one."""
    handler: Any = request.route_handler
    kinds = handler.signature_model.__annotations__
    parameters = handler.parsed_fn_signature.parameters
    for name, parameter in parameters.items():
        definition = parameter.kwarg_definition
        if isinstance(definition, ParameterKwarg) and definition.name is not None:  # injected ones have none
            refusal = wrong_parameter(request, definition.name, definition.param_type, kinds[name])
            if refusal is not None:
                return refusal
    return await wrong_body(request, kinds["data"]) if "data" in parameters else None


# ---- parameters of the path, the query and the headers


def wrong_parameter(
    connection: ASGIConnection[Any, Any, Any, Any], name: str, place: ParamType, kind: Any
) -> Refusal | None:
    """The validation error of a parameter, if it has one."""
    if place is ParamType.PATH:
        value = connection.path_params.get(name)
        return None if value is None or fits(value, kind) else nothing_there(name, value)
    value = (connection.headers if place is ParamType.HEADER else connection.query_params).get(name)
    return None if value is None or fits(value, kind) else wrong_text(place, name, value, kind)


def nothing_there(name: str, value: object) -> Refusal:
    """The error for something that can be no id: not found, as for any id that does not exist."""
    values = {"seat": value} if name == "seat" else {}
    return error(MissingError, PATH_KEYS.get(name, "server.http-404"), **values)


def wrong_text(place: ParamType, name: str, value: object, kind: Any) -> Refusal:
    """The error for a value in the query or a header, where there is no null."""
    allowed = describe(kind, with_null=False)
    return error(MalformedError, TEXT_KEYS[place], name=name, given=shown(value), allowed=allowed)


# ---- bodies


async def wrong_body(request: Request[Any, Any, Any], kind: Any) -> Refusal | None:
    """The validation error of the body, if it has one."""
    raw = await request.body()
    if not raw:
        return error(MalformedError, "server.request.no-body", allowed=describe(kind))
    try:
        value = await request.json()
    except SerializationException:
        if holds_secret(type_info(kind)):
            return error(MalformedError, "server.request.no-json-secret", allowed=describe(kind))
        given = shorten(raw[: 4 * MOST_SHOWN].decode(errors="replace"))
        return error(MalformedError, "server.request.no-json", given=given, allowed=describe(kind))
    if fits(value, kind):
        return None
    said = explain(value, kind)
    return error(MalformedError, said.key, **said.values)


def explain(value: object, kind: Any, path: str = "") -> Message:
    """Why a value does not fit a type. `path` is the way to it in the body: `seats[0].who`."""
    choices = [bare(choice) for choice in members(kind)]
    objects = [choice for choice in choices if isinstance(choice, type) and issubclass(choice, Struct)]
    if isinstance(value, dict) and objects:
        return explain_object(value, objects, path) or wrong_or_secret(value, kind, path)
    for part, inner, place in parts(value, choices, path):
        if not fits(part, inner):
            return explain(part, inner, place)
    return wrong_or_secret(value, kind, path)


def explain_object(value: dict[str, Any], choices: list[type[Struct]], path: str) -> Message | None:
    """Why an object fits none of the types that it may have."""
    config = choices[0].__struct_config__
    tags = [choice.__struct_config__.tag for choice in choices]
    chosen = choices[0]
    if config.tag_field is not None:
        place = join(path, config.tag_field)
        allowed = Message("server.allowed.values", {"values": quoted(tags)})
        if config.tag_field not in value:
            return Message("server.request.missing", {"path": place, "allowed": allowed})
        if value[config.tag_field] not in tags:
            return wrong_value(value[config.tag_field], allowed, place)
        chosen = choices[tags.index(value[config.tag_field])]
    return explain_fields(value, chosen, path)


def explain_fields(value: dict[str, Any], kind: type[Struct], path: str) -> Message | None:
    known = {field.encode_name: field for field in fields(kind)}
    if kind.__struct_config__.forbid_unknown_fields and (unknown := [name for name in value if name not in known]):
        return Message("server.request.unknown", {"path": join(path, shorten(unknown[0])), "known": quoted(known)})
    for name, field in known.items():
        if name not in value and field.required:
            return Message("server.request.missing", {"path": join(path, name), "allowed": describe(field.type)})
    for name, field in known.items():
        if name in value and not fits(value[name], field.type):
            return explain(value[name], field.type, join(path, name))
    return None


def parts(value: object, choices: list[Any], path: str) -> Iterator[tuple[object, Any, str]]:
    """The items of a list or a dictionary, each with its type and its path."""
    for choice in choices:
        inner = get_args(choice)[-1:]
        if inner and isinstance(value, list) and get_origin(choice) is list:
            yield from ((part, inner[0], f"{path}[{number}]") for number, part in enumerate(value))
        elif inner and isinstance(value, dict) and get_origin(choice) is dict:
            yield from ((part, inner[0], join(path, shorten(name))) for name, part in value.items())


def wrong_or_secret(value: object, kind: Any, path: str) -> Message:
    if holds_secret(type_info(kind)):
        if not path:
            return Message("server.request.wrong-body-secret", {"allowed": describe(kind)})
        return Message("server.request.wrong-secret", {"path": path, "allowed": describe(kind)})
    return wrong_value(value, describe(kind), path)


def wrong_value(value: object, allowed: Message, path: str) -> Message:
    values = {"given": shown(value), "allowed": allowed}
    if not path:
        return Message("server.request.wrong-body", values)
    return Message("server.request.wrong", {"path": path, **values})


# ---- types


def fits(value: object, kind: Any) -> bool:
    try:
        convert(value, kind, strict=False)
    except ValidationError:
        return False
    return True


def bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def members(kind: Any) -> list[Any]:
    """The members of a union, or the one type; without null and unset."""
    kind = bare(kind)
    if get_origin(kind) not in (Union, types.UnionType):
        return [kind]
    return [member for member in get_args(kind) if member not in (types.NoneType, UnsetType)]


def holds_secret(kind: inspect.Type) -> bool:
    """Whether a value of a type may contain a secret, which no error may repeat.

    >>> from tianxia.server.contract.people import AboutMe, LoggingIn
    >>> holds_secret(type_info(AboutMe)), holds_secret(type_info(LoggingIn)), holds_secret(type_info(list[LoggingIn]))
    (False, True, True)
    """
    match kind:
        case inspect.Metadata(type=inner, extra=extra):
            return extra == SECRET or holds_secret(inner)
        case inspect.UnionType(types=inner):
            return any(map(holds_secret, inner))
        case inspect.StructType(fields=inner):
            return any(holds_secret(field.type) for field in inner)
        case inspect.ListType(item_type=inner) | inspect.DictType(value_type=inner):
            return holds_secret(inner)
        case _:
            return False


# ---- words


def join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def shown(value: object) -> str:
    """A given value as JSON, shortened."""
    return shorten(json.encode(value).decode())


def shorten(text: str) -> str:
    """
    >>> shorten("a" * 100)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    text = printable(text)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
