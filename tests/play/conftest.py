"""The words of the teahouse, for the tests that sit down there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.teahouse import tea_words


@pytest.fixture(autouse=True, scope="module")
def words() -> Iterator[None]:
    with tea_words():
        yield
