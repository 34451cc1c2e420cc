"""What the browser client knows of the server without asking: limits of what people type, and its screens."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tianxia.server.http.openapi import exact_schemas
from tianxia.server.links import SCREENS
from tianxia.server.people.validation import LOGIN

CLIENT = Path(__file__).parents[3] / "web" / "src"
LIMITS: dict[str, dict[str, dict[str, Any]]] = json.loads((CLIENT / "net" / "limits.json").read_text())
BOUNDS = ("minLength", "maxLength", "minimum", "maximum")


def _bounds(kind: str, field: str) -> dict[str, Any]:
    told = exact_schemas()[kind]["properties"][field]
    return {name: part[name] for part in (told, *told.get("anyOf", ())) for name in BOUNDS if name in part}


@pytest.mark.parametrize(("kind", "field"), [(kind, field) for kind, fields in LIMITS.items() for field in fields])
def test_the_client_has_the_limits_of_the_contract(kind: str, field: str) -> None:
    limits = {name: value for name, value in LIMITS[kind][field].items() if name != "pattern"}
    assert limits == _bounds(kind, field)


def test_the_client_knows_how_a_login_looks() -> None:
    """The server takes away the blanks around it."""
    assert LIMITS["NewAccount"]["login"]["pattern"] == f" *{LOGIN.pattern} *"


def test_no_field_has_limits_of_its_own() -> None:
    for file in CLIENT.rglob("*.svelte"):
        assert not re.search(r"(min|max)length=|pattern=|max=\"", file.read_text(encoding="utf-8")), file


def test_client_and_server_have_the_same_screens() -> None:
    """An address that the server does not know would be a page that cannot be loaded again."""
    told = re.search(
        r"const SCREENS.*?\{(.*?)\};", (CLIENT / "app" / "App.svelte").read_text(encoding="utf-8"), re.DOTALL
    )
    assert told is not None
    assert sorted(re.findall(r"(\w+): \(\) => import", told[1])) == sorted(SCREENS)
