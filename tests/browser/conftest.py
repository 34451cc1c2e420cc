"""A Chromium and a server for the tests of the browser client."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from support.browsers import Visitor, chromium_flags, find_chromium, visit
from support.databases import new_sqlite
from support.patience import PATIENCE
from support.servers import serving

expect.set_options(1000 * PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser; where there is none the tests are skipped, but not in CI."""
    program = find_chromium()
    if program is None:
        assert not os.environ.get("CI"), "CI must have a Chromium: see .ci/run"
        pytest.skip("no Chromium on this machine: the browser client is not tested")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=chromium_flags())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own process."""
    with serving(new_sqlite(tmp_path_factory.mktemp("server"))) as (server,):
        yield server.address


@pytest.fixture
def visitor(chromium: Browser, server: str) -> Iterator[Visitor]:
    """Somebody at a desk, who is called Ada."""
    with visit(chromium, server) as visitor:
        visitor.come("Ada")
        yield visitor
