"""Real browsers at a real server: people who look, click, tap and type."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync")
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def find_chromium() -> str | None:
    """A Chromium of this machine."""
    named = os.environ.get("TIANXIA_CHROMIUM")
    return named or next(filter(None, map(shutil.which, CANDIDATES)), None)


def chromium_flags() -> list[str]:
    """Root may not use Chromium's own sandbox."""
    return [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


@dataclass
class Visitor:
    """Somebody at a screen."""

    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)  # errors in the browser's console

    def check_access(self, where: str) -> None:
        """Let axe look for what keeps people out, in both themes."""
        for theme in ("light", "dark"):
            self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
            found: dict[str, Any] = self.page.evaluate("axe.run()")
            told = [
                f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
                for violation in found["violations"]
                for node in violation["nodes"]
            ]
            assert not told, f"{where}, {theme}:\n" + "\n".join(told)
        self.page.evaluate("delete document.documentElement.dataset.theme")


@contextmanager
def visit(browser: Browser, address: str, *, phone: bool = False, **options: Any) -> Iterator[Visitor]:
    """Somebody who comes by, with cookies of their own; at the end nothing may have gone wrong in their browser."""
    context = browser.new_context(
        base_url=address,
        viewport=PHONE if phone else DESKTOP,
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
        **options,
    )
    page = context.new_page()
    visitor = Visitor(context, page)
    page.on("console", lambda said: visitor.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda failure: visitor.complaints.append(str(failure)))
    try:
        yield visitor
    finally:
        context.close()
    assert not visitor.complaints
