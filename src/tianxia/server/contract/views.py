"""Schemas of the parts of views, previews and moves that are special to a game.

Everything else on the wire is a struct, whose schema msgspec makes. Games need nothing installed: they type their parts
with `TypedDict`, and the annotations of `Game.table`, `own`, `preview` and `describe_move` name those types. So a game
that is registered is in the OpenAPI document, under its class: `ForbiddenCity.View`, `ForbiddenCity.Move`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import Meta

from tianxia.games import GAMES, AnyGame
from tianxia.server.contract.comments import describe_fields

Schema = dict[str, Any]

REFERENCE: Final = "#/components/schemas/{name}"

Move = Annotated[Mapping[str, Any], Meta(extra_json_schema={"$ref": REFERENCE.format(name="Move")})]
"""A move as structured data."""
Piece = Annotated[Mapping[str, Any], Meta(extra_json_schema={"$ref": REFERENCE.format(name="Piece")})]
"""A piece that a move would place."""

PLAIN: Final[dict[object, Schema]] = {
    bool: {"type": "boolean"},
    float: {"type": "number"},
    int: {"type": "integer"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    Any: {},
}


def game_schemas(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """The schemas of all games, and those of `schemas` of which each game has its own."""
    games = [GameSchemas(kind, schemas) for kind in GAMES.values()]
    found = {name: schema for game in games for name, schema in game.found.items()}
    for name in ("View", "Previewed", "Move", "Piece"):
        found[name] = {"anyOf": [game.reference(name) for game in games]}
    return found


class GameSchemas:
    """The schemas of one game, by name."""

    def __init__(self, kind: type[AnyGame], schemas: dict[str, Schema]) -> None:
        self.prefix = kind.__name__
        self.found: dict[str, Schema] = {}
        table, own, preview, move = (
            get_type_hints(method, include_extras=True)["return"]
            for method in (kind.table, kind.own, kind.preview, kind.describe_move)
        )
        piece, changes = get_args(preview)
        self.found[self.name("Move")] = self.schema_of(move)
        self.found[self.name("Piece")] = self.schema_of(piece)
        self.specialise(
            schemas["View"],
            game={"const": kind.id},
            moves={"type": "array", "items": self.reference("Move")},
            table=self.schema_of(table),
            own=self.part_of(own),
        )
        self.specialise(
            schemas["Previewed"],
            pieces={"type": "array", "items": self.reference("Piece")},
            table=self.part_of(changes),
        )

    def specialise(self, schema: Schema, **properties: Schema) -> None:
        """Add a schema that all games have, with the types of this game in it."""
        declared = schema["properties"]
        exact = {
            name: part | {key: value for key, value in declared[name].items() if key == "description"}
            for name, part in properties.items()
        }
        self.found[self.name(schema["title"])] = schema | {"properties": declared | exact}

    def name(self, name: str) -> str:
        return f"{self.prefix}.{name}"

    def reference(self, name: str) -> Schema:
        return {"$ref": REFERENCE.format(name=self.name(name))}

    def part_of(self, kind: Any) -> Schema:
        """The schema of an object that may be empty: then all of its fields are missing."""
        reference = self.schema_of(kind)
        if is_typeddict(kind):
            self.found[self.name(kind.__name__)].pop("required", None)
        return reference

    def schema_of(self, kind: Any) -> Schema:
        """The schema of a type, as far as views need types."""
        origin, arguments = get_origin(kind), get_args(kind)
        if is_typeddict(kind):
            if self.name(kind.__name__) not in self.found:
                self.add(kind)
            return self.reference(kind.__name__)
        if origin is Annotated:  # a `Pair`
            [item] = map(self.schema_of, get_args(arguments[0]))
            return {"type": "array", "prefixItems": [item, item], "items": False, "minItems": 2}
        if origin is list:
            return {"type": "array", "items": self.schema_of(arguments[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.schema_of(arguments[1])}
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.schema_of(argument) for argument in arguments]}
        return self.schema_of(arguments[0]) if origin is NotRequired else dict(PLAIN.get(kind, {}))

    def add(self, kind: Any) -> None:
        """Add the schema of a `TypedDict`."""
        name = self.name(kind.__name__)
        self.found[name] = {}  # it may hold others of its kind
        descriptions = describe_fields(kind)
        fields = get_type_hints(kind, include_extras=True)
        self.found[name] |= {
            "title": kind.__name__,
            "description": kind.__doc__ or "",
            "type": "object",
            "properties": {
                field: self.schema_of(hint) | ({"description": descriptions[field]} if field in descriptions else {})
                for field, hint in fields.items()
            },
            "required": sorted(kind.__required_keys__),
        }
