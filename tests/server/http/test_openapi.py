"""The OpenAPI document is complete, and always the same for the same contract."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from tianxia.server.contract.comments import describe_fields
from tianxia.server.http.app import make_app
from tianxia.server.http.openapi import document_of
from tianxia.server.tables.events import AnyEvent


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(document_of(make_app("")))
    return found


def test_the_document_is_the_same_in_every_process() -> None:
    command = [sys.executable, "-m", "tianxia.server.run.openapi"]
    paths = os.pathsep.join(sys.path)
    printed = [
        subprocess.run(command, env=os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": seed}, stdout=PIPE, check=True)
        for seed in ("1", "2")
    ]
    assert printed[0].stdout == printed[1].stdout == document_of(make_app(""))


def test_every_request_has_a_name_and_a_description(document: dict[str, Any]) -> None:
    requests = [request for methods in document["paths"].values() for request in methods.values()]
    names = [request["operationId"] for request in requests]
    assert len(set(names)) == len(names) > 30
    assert {"create_table", "make_move", "see_table"} <= set(names)
    assert all(request["description"].rstrip().endswith(".") for request in requests)


def test_what_needs_to_be_known_of_who_asks_is_told(document: dict[str, Any]) -> None:
    paths = document["paths"]
    assert paths["/api/tables"]["post"]["security"] == [{"device": [], "own-site": []}]
    assert paths["/api/tables/{table}"]["get"]["security"] == [{}, {"device": []}]
    assert paths["/api/login"]["post"]["security"] == [{"own-site": []}]
    assert paths["/api/unsubscribe/{token}"]["post"]["security"] == [{}]
    assert "get" not in paths["/api/unsubscribe/{token}"], "it leads to a screen"


def test_bounds_of_parameters_are_told(document: dict[str, Any]) -> None:
    parameters = document["paths"]["/api/tables/{table}/events"]["get"]["parameters"]
    since = next(parameter for parameter in parameters if parameter["name"] == "since")
    assert since["schema"] == {"type": "integer", "minimum": 0, "maximum": 1_000_000}


def test_all_kinds_of_happenings_are_told(document: dict[str, Any]) -> None:
    kinds = {kind.__struct_config__.tag for kind in AnyEvent.__args__}
    told = document["components"]["schemas"]["Happening"]["properties"]["kind"]["enum"]
    assert set(told) == kinds


DESCRIBED = """
class Described:
    told: int  # what it is
    kept: int  # noqa: E501
    typed: int  # type: ignore[assignment]
"""


def test_comments_for_linters_and_type_checkers_describe_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "described_fields.py").write_text(DESCRIBED)
    monkeypatch.syspath_prepend(tmp_path)
    assert describe_fields(import_module("described_fields").Described) == {"told": "what it is"}
