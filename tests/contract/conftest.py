"""The cases, one after the other, for every test of the contract."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from contract.cases import Case, all_cases
from support.teahouse import tea_words


@pytest.fixture(params=all_cases(), ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    found = request.param
    assert isinstance(found, Case)
    return found


@pytest.fixture(autouse=True, scope="module")
def words() -> Iterator[None]:
    with tea_words():
        yield
