"""The one small tree of errors. Each says in one sentence what is wrong; none is raised in the hot path."""

from __future__ import annotations

from collections.abc import Mapping


class TianxiaError(Exception):
    """An error that the user can put right. `key` and `values` are those of its sentence in the catalogue."""

    def __init__(self, sentence: str, key: str = "", values: Mapping[str, object] | None = None) -> None:
        super().__init__(sentence)
        self.key = key
        self.values = dict(values or {})


class UnreadableError(TianxiaError):
    """The input does not have the form it should have."""


class EditionError(UnreadableError):
    """An edition file that does not fit the grammar of its game."""


class RecordError(UnreadableError):
    """A record that cannot be read or does not replay; `move` is the number of the wrong move (0: head and set-up)."""

    move = 0


class IllegalError(TianxiaError):
    """A well-formed move that is against the rules. `reason` is the answer of `why_not`, if a rule was broken."""

    reason: object = None


class AmbiguousError(TianxiaError):
    """A text that could mean several moves."""


class SettingError(TianxiaError):
    """No such game, player, option or number of players."""


class ImpossibleOutcomeError(IllegalError):
    """A given outcome of chance is impossible in its position, or one is missing."""


class ForfeitError(TianxiaError):
    """A program that plays cannot go on: it has ended, is too slow, or its answer is no legal move."""
