"""What is promised to clients is what there is."""

from __future__ import annotations

from typing import get_args

from tianxia.server.happenings import AnyHappening, Kind


def test_every_kind_of_happening_is_promised() -> None:
    assert list(get_args(Kind)) == [happening.__struct_config__.tag for happening in get_args(AnyHappening)]
