"""`tianxia worker`: what it refuses. That it works is seen in tests/server/work."""

from __future__ import annotations

import sys

import pytest

from support.command import Run, sentence

WANTS_POSTGRES = "--database and TIANXIA_DATABASE take the address of a PostgreSQL"


def test_only_postgresql_has_work_for_others(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for options in (["--database", "sqlite:///tianxia.db"], ["--database", "tianxia.db"], []):
        assert sentence(run("worker", *options)).startswith(WANTS_POSTGRES)
    monkeypatch.setenv("TIANXIA_DATABASE", "mysql://localhost/games")
    assert sentence(run("worker")).startswith(WANTS_POSTGRES)


def test_a_driver_that_is_missing_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    said = sentence(run("worker", "--database", "postgresql://ada@127.0.0.1:1/games"))
    assert said == 'PostgreSQL needs a driver. In the folder of Tianxia: pip install ".[postgres]".'


def test_the_number_of_processes_has_a_limit(run: Run) -> None:
    ran = run("worker", "--database", "postgresql://me@127.0.0.1:1/tianxia", "--processes", "0")
    assert ran.code == 1
    assert "--processes" in ran.err


def test_help_has_examples(run: Run) -> None:
    ran = run("worker", "--help")
    assert ran.code == 0
    assert "tianxia worker --database postgresql://" in ran.out
