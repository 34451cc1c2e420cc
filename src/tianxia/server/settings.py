"""How a server behaves, where that is a matter of taste, of strength, or of tests."""

from __future__ import annotations

from dataclasses import dataclass, field

from argon2 import PasswordHasher

from tianxia.server.limits import Limits
from tianxia.server.people.accounts import HASHER
from tianxia.server.work.answer_delay import ANSWER_DELAY


@dataclass(frozen=True)
class Settings:
    """What `make_app` is told."""

    limits: Limits = field(default_factory=Limits)
    programs: int | None = None  # processes that think (default: by cores); over PostgreSQL perhaps 0: others do
    answer_delay: int = ANSWER_DELAY  # milliseconds after which quick programs answer
    depth: int | None = None  # simulations for each decision of an analysis (default: as many as the game needs)
    heartbeat: float = 20.0  # seconds after which a silent stream shows that it is alive
    address: str = "http://localhost:8321"  # where people find the server, for the links in notices
    allow_private_webhooks: bool = False  # whether notices may go to addresses of the own network
    hasher: PasswordHasher = HASHER  # of passwords
