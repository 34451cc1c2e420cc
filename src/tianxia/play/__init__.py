"""A game in progress, and games written down."""

from __future__ import annotations

from tianxia.play.match import LogEntry, Match
from tianxia.play.record import Record, read_record, write_record, write_record_for
from tianxia.play.replay import replay, verify, verify_rest
from tianxia.play.view import View

__all__ = [
    "LogEntry",
    "Match",
    "Record",
    "View",
    "read_record",
    "replay",
    "verify",
    "verify_rest",
    "write_record",
    "write_record_for",
]
