"""Settings of a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from argon2 import PasswordHasher

from tianxia.server.limits import Limits
from tianxia.server.people.accounts import HASHER
from tianxia.server.work.answer_delay import ANSWER_DELAY
from tianxia.server.work.turn_notices import NOTICE_DELAY


@dataclass(frozen=True)
class Settings:
    """The settings of an application."""

    limits: Limits = field(default_factory=Limits)
    programs: int | None = (
        None  # worker processes that think (default: by cores); 0 only over PostgreSQL: `tianxia worker` does it
    )
    answer_delay: int = ANSWER_DELAY  # milliseconds after which quick programs answer (see `work.answer_delay`)
    notice_delay: int = NOTICE_DELAY  # milliseconds after which somebody is notified of their turn
    depth: int | None = None  # simulations for each decision of an analysis (default: by game)
    heartbeat: float = 20.0  # seconds between signs of life of a quiet stream
    address: str = "http://localhost:8321"  # the public address of the server, for links in notices
    hosts: frozenset[str] | None = None  # names under which browsers may reach the server; `None`: any
    metrics_token: str | None = None  # with which others than this machine may read the metrics
    allow_private_webhooks: bool = False  # whether webhooks may lead to the private network
    hasher: PasswordHasher = HASHER  # of passwords
