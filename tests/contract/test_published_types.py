"""Views, previews and moves of real games have the fields that the OpenAPI document publishes, and no others."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from msgspec import to_builtins

from contract.cases import Case, cases_of, glimpses
from contract.conftest import cases
from tianxia.games import GAMES, find_game
from tianxia.play import Match
from tianxia.server.http.openapi import exact_schemas
from tianxia.server.presenter.tables import show_preview

PREVIEWS = 5  # of one question
MAY_BE_EMPTY = {"View": "own", "Previewed": "table"}


@cache
def schemas() -> dict[str, Any]:
    """The published schemas, but no object may have fields that they do not name."""
    found: dict[str, Any] = closed(exact_schemas())
    return found


def closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: closed(part) for key, part in schema.items()}
    return parts | {"additionalProperties": False} if "properties" in parts and "title" in parts else parts


@cache
def validator(game: str, name: str) -> Any:
    kind = GAMES[game].__name__
    document = {"$ref": f"#/components/schemas/{kind}.{name}", "components": {"schemas": schemas()}}
    return jsonschema_rs.Draft202012Validator(document)


def check(game: str, name: str, told: Any) -> None:
    errors = [f"{name} at {error.instance_path}: {error.message}" for error in validator(game, name).iter_errors(told)]
    assert errors == []


def check_whole(game: str, name: str, told: dict[str, Any]) -> None:
    """Check a document, one of whose parts may be empty, but has all of its fields if it has one."""
    check(game, name, told)
    part = schemas()[f"{GAMES[game].__name__}.{name}"]["properties"][MAY_BE_EMPTY[name]]
    fields = set(schemas()[part["$ref"].rpartition("/")[2]]["properties"]) if "$ref" in part else set()
    assert set(told[MAY_BE_EMPTY[name]]) in (set(), fields)


@pytest.fixture(params=[case for case in cases() if case.game.id in GAMES], ids=str)
def registered(request: pytest.FixtureRequest) -> Case:
    found = request.param
    assert isinstance(found, Case)
    return found


def test_views_are_as_published(registered: Case) -> None:
    for match in glimpses(registered):
        for seat in [None, *range(1, registered.players + 1)]:
            check_whole(registered.game.id, "View", dict(match.view(seat)))


def test_previews_are_as_published(registered: Case) -> None:
    for match in glimpses(registered):
        moves = match.legal_moves()
        for move in moves[:: len(moves) // PREVIEWS + 1]:
            check_whole(registered.game.id, "Previewed", previewed(match, move))


def previewed(match: Match, move: str) -> dict[str, Any]:
    """A preview as it goes over the wire."""
    told: dict[str, Any] = to_builtins(show_preview(match, match.to_move or 0, move))
    return told


def test_moves_of_the_log_are_as_published(registered: Case) -> None:
    for match in glimpses(registered):
        for entry in match.log[-1:]:
            assert entry.move is not None
            check(registered.game.id, "Move", registered.game.read_move(entry.move))


def test_a_document_with_one_field_more_or_less_is_not_as_published() -> None:
    """The comparison above can fail."""
    case = cases_of(find_game("forbidden-city"))[0]
    view: dict[str, Any] = dict(case.begin(0).view(1))
    check("forbidden-city", "View", view)
    table = {key: value for key, value in view["table"].items() if key != "stacks"}
    for wrong in ({**view, "more": 1}, {**view, "table": table}, {**view, "own": {"hand": 1}}, {**view, "moves": [{}]}):
        with pytest.raises(AssertionError):
            check("forbidden-city", "View", wrong)
