"""`tianxia worker`: what it refuses. That it works is seen in tests/server/work."""

from __future__ import annotations

import pytest

from support.command import Run


@pytest.mark.parametrize("database", ["sqlite:///tianxia.db", "tianxia.db", "postgresql://"])
def test_only_postgresql_has_work_for_others(run: Run, database: str) -> None:
    ran = run("worker", "--database", database)
    assert ran.code == 1
    assert "Only a server over PostgreSQL" in ran.err


def test_a_database_that_cannot_be_reached_is_told_without_its_password(run: Run) -> None:
    ran = run("worker", "--database", "postgresql://me:secret@127.0.0.1:1/tianxia", "--processes", "1")
    assert ran.code == 1
    assert "cannot be reached" in ran.err
    assert "secret" not in ran.err


def test_the_number_of_processes_has_a_limit(run: Run) -> None:
    ran = run("worker", "--database", "postgresql://me@127.0.0.1:1/tianxia", "--processes", "0")
    assert ran.code == 1
    assert "--processes" in ran.err


def test_help_has_examples(run: Run) -> None:
    ran = run("worker", "--help")
    assert ran.code == 0
    assert "tianxia worker --database postgresql://" in ran.out
