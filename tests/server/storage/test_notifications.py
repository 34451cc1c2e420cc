"""What processes tell each other is read as it was printed."""

from __future__ import annotations

import pytest

from tianxia.server.identifiers import new_id
from tianxia.server.storage.notifications import Notification, PersonChanged, TableChanged, read_notification


@pytest.mark.parametrize(
    "news", [TableChanged(new_id(), 12, new_id()), PersonChanged(new_id())], ids=["table", "person"]
)
def test_news_are_read_as_they_were_printed(news: Notification) -> None:
    assert read_notification(str(news)) == news


@pytest.mark.parametrize("said", ["a", "a x", "a -1 b", ""])
def test_what_cannot_be_read_has_no_number(said: str) -> None:
    news = read_notification(said)
    assert isinstance(news, TableChanged)
    assert news.number is None
