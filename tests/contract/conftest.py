"""The cases, one after the other, for every test of the contract."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from contract.cases import Case, all_cases, cases_of, few_of
from support.luck import THOROUGH
from support.teahouse import TEAHOUSE, tea_words
from tianxia.games import GAMES, find_game


def cases() -> list[Case]:
    """All of them in `make test-all`; else so few of each game that every value of every option is there."""
    if THOROUGH:
        return all_cases()
    return [case for game in [*map(find_game, sorted(GAMES)), TEAHOUSE] for case in few_of(cases_of(game))]


@pytest.fixture(params=cases(), ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    found = request.param
    assert isinstance(found, Case)
    return found


@pytest.fixture(autouse=True, scope="module")
def words() -> Iterator[None]:
    with tea_words():
        yield
