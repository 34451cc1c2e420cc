"""Says which build is under test, and refuses to test another one than was asked for; runs commands."""

from __future__ import annotations

import io
import os
from collections.abc import Generator
from pathlib import Path

import pytest

from support.command import Ran, Run
from tianxia.cli import main
from tianxia.engine import COMPILED

BUILD = "compiled" if COMPILED else "interpreted"


def pytest_report_header() -> str:
    return f"tianxia: {BUILD}"


def pytest_configure(config: pytest.Config) -> None:
    wanted = os.environ.get("TIANXIA_BUILD", BUILD)
    if wanted != BUILD:
        raise pytest.UsageError(f"asked to test the {wanted} build, but the {BUILD} one is on the path")


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """`-n auto`: one more than there are cores, since some tests wait, for a server, a terminal or a cluster."""
    return (yield) + 1


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """`run("verify", path)` runs the command in this process, the same code as the script; `stdin` is what it reads."""
    monkeypatch.setenv("TIANXIA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")

    def run_command(*arguments: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Ran(code, printed.out, printed.err)

    return run_command
