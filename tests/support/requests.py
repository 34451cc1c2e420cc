"""Random requests by the ten thousand, `make fuzz-server`: every answer must be one that the OpenAPI document promises.

    cd tests && python -m support.requests --requests 1000 --seed 7

Schemathesis makes the requests from the document, two of five wrong on purpose. Most are sent by people who sit at
tables, and name tables, moves, codes and records that there are: others would not come far.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from requests import Session
from rich.console import Console
from rich.table import Table as Grid
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from support.patience import PATIENCE
from support.servers import OWN_SITE, serving
from support.world import Visitor, World, enter
from tianxia.server.storage.database import sqlite_url

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
EVENT_CHECKS = [check for check in CHECKS if check is not response_schema_conformance]
"""What a stream carries is no JSON: test_streams.py looks at that."""
FORGETFUL = frozenset(("welcome", "log_in", "take_handover", "log_out"))
"""Requests after which a device is not known any more: they are sent by somebody who is not missed."""
SLOW = frozenset(("log_in", "make_account", "change_password", "take_hint"))
"""Requests that are slow on purpose, and sent less often."""
A_ROUND = 1000  # requests
MODES = {GenerationMode.POSITIVE: 0.6, GenerationMode.NEGATIVE: 0.4}
AnyCase = Case[Any]
AnyOperation = APIOperation[Any, Any, Any, Any]


@dataclass
class Findings:
    """What came of it."""

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)  # request and status -> how often
    mistakes: dict[tuple[str, str], str] = field(default_factory=dict)  # request and kind of mistake -> the first

    @property
    def requests(self) -> int:
        return self.answers.total()

    def note(self, request: str, failure: FailureGroup) -> None:
        for mistake in failure.exceptions:
            self.mistakes.setdefault((request, getattr(mistake, "title", str(mistake))), str(failure))


def try_requests(address: str, requests: int, luck: int, findings: Findings) -> None:
    """Send so many random requests to a server, or a few more: some of every kind, and again."""
    world = enter(address)
    operations = read_operations(world)
    rounds = ceil(requests / A_ROUND)
    with closing(world.client), Session() as session:
        messengers = [
            Messenger(address, session, world, findings, operation, Random(luck + number))
            for number, operation in enumerate(operations)
        ]
        weight = requests / rounds / sum(messenger.weight for messenger in messengers)
        for turn in range(rounds):
            for messenger in messengers:
                for mode, part in MODES.items():
                    run(messenger, mode, ceil(part * weight * messenger.weight), luck + turn)


def read_operations(world: World) -> list[AnyOperation]:
    """All that the document tells. Who asks, and from which site, is ours to say: see `Messenger`."""
    document = world.ask(None, "GET", "/api/schema/openapi.json")
    del document["components"]["securitySchemes"]
    for operation in (operation for methods in document["paths"].values() for operation in methods.values()):
        del operation["security"]
    config = SchemathesisConfig.from_dict({"max-stream-events": 1})
    found = schemathesis.openapi.from_dict(document, config=config).get_all_operations()
    operations = [operation.ok() for operation in found if isinstance(operation, Ok)]
    return sorted(operations, key=lambda operation: operation.label)  # the same seed, the same order


def run(messenger: Messenger, mode: GenerationMode, examples: int, luck: int) -> None:
    """Let Schemathesis think of so many requests of one kind."""
    operation = messenger.operation
    if mode is GenerationMode.NEGATIVE and not (operation.body or operation.path_parameters or operation.query):
        mode = GenerationMode.POSITIVE  # nothing can be wrong with it
    manner = settings(
        max_examples=examples,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )

    @seed(luck)
    @manner
    @given(case=operation.as_strategy(mode), turn=st.integers())  # else it would ask only once where nothing varies
    def tried(case: AnyCase, turn: int) -> None:
        messenger.send(case)

    tried()


@dataclass
class Messenger:
    """Sends requests of one kind, and looks at the answers."""

    address: str
    session: Session
    world: World
    findings: Findings
    operation: AnyOperation
    dice: Random  # of our own: those of Hypothesis love small numbers

    @property
    def name(self) -> str:
        return str(self.operation.definition.raw["operationId"])

    @property
    def weight(self) -> float:
        return 0.3 if self.name in SLOW else 1.0

    def send(self, case: AnyCase) -> None:
        dice = self.dice
        guest = self.world.stranger() if self.name in FORGETFUL else dice.choice(self.world.guests)
        self._make_real(case, guest)
        self.session.cookies.clear()
        headers = OWN_SITE if dice.random() < 0.97 else {}
        cookies = {"tianxia": guest.cookie} if dice.random() < 0.95 else {}
        answer = case.call(self.address, self.session, headers=headers, cookies=cookies, timeout=PATIENCE)
        self.findings.answers[self.name, answer.status_code] += 1
        try:
            case.validate_response(answer, EVENT_CHECKS if self.name == "follow_table" else CHECKS)
        except FailureGroup as failure:
            self.findings.note(self.name, failure)
            return
        if answer.status_code == 201 and self.name == "create_table":
            self.world.learn(answer.json())

    def _make_real(self, case: AnyCase, guest: Visitor) -> None:
        """Put real things where any would do; what is wrong on purpose stays wrong."""
        dice = self.dice
        if dice.random() < 0.1:
            return
        place = self.world.place(guest, dice)
        for location, values in ((ParameterLocation.PATH, case.path_parameters), (ParameterLocation.QUERY, case.query)):
            if values and is_good(case, location):
                values.update({name: real for name in values if (real := place.value(name)) is not None})
        if isinstance(case.body, dict) and is_good(case, ParameterLocation.BODY):
            real = place.body(self.name)
            case.body = {**case.body, **{key: value for key, value in real.items() if dice.random() < 0.9}}


def is_good(case: AnyCase, location: ParameterLocation) -> bool:
    """Whether a part of a request is as the document wants it."""
    part = None if case.meta is None else case.meta.components.get(location)
    return part is None or part.mode is GenerationMode.POSITIVE


def show(findings: Findings, console: Console) -> None:
    statuses = sorted({status for _, status in findings.answers})
    grid = Grid("request", *map(str, statuses), box=None)
    for name in sorted({name for name, _ in findings.answers}):
        grid.add_row(name, *[str(findings.answers[name, status] or "") for status in statuses])
    totals = [sum(count for (_, was), count in findings.answers.items() if was == status) for status in statuses]
    grid.add_row("all", *map(str, totals))
    console.print(grid)
    for (name, kind), message in findings.mistakes.items():
        console.print(f"\n{name}: {kind}\n{message}", markup=False, highlight=False)
    console.print(f"{findings.requests} requests, {len(findings.mistakes)} kinds of mistakes.")


def main() -> int:
    parser = argparse.ArgumentParser(description="Random requests to a server of its own.")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args()
    luck = secrets.randbelow(1 << 32) if chosen.seed is None else chosen.seed
    console = Console()
    console.print(f"Seed {luck}.")
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder, serving(sqlite_url(Path(folder) / "tianxia.db")) as (server,):
        with suppress(KeyboardInterrupt):
            try_requests(server.address, chosen.requests, luck, findings)
        show(findings, console)
        if any(status >= 500 for _, status in findings.answers):
            console.print(server.output(), markup=False, highlight=False)
    return 1 if findings.mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
