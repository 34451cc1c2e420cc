"""Says which build is under test, and refuses to test another one than was asked for."""

from __future__ import annotations

import os

import pytest

from tianxia.engine import COMPILED

BUILD = "compiled" if COMPILED else "interpreted"


def pytest_report_header() -> str:
    return f"tianxia: {BUILD}"


def pytest_configure(config: pytest.Config) -> None:
    wanted = os.environ.get("TIANXIA_BUILD", BUILD)
    if wanted != BUILD:
        raise pytest.UsageError(f"asked to test the {wanted} build, but the {BUILD} one is on the path")
