"""Names in inline code on the pages and in docstrings exist: paths, modules, attributes of classes, identifiers."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tianxia.environments import names
from tianxia.games import GAMES
from tianxia.words.catalogue import catalogue

ROOT: Final = Path(__file__).parent.parent.parent
PACKAGE: Final = ROOT / "src" / "tianxia"
PAGES: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
CODE: Final = [ROOT / folder for folder in ("src", "web", "bench", "training", "examples", "docs", "hatch_build.py")]
MADE: Final = {"node_modules", "browser", "__pycache__", "made", "build", ".venv"}  # folders that a build fills

NAME: Final = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\(.*\))?")
PATH: Final = re.compile(r"[\w.*<>-]+(?:/[\w.*<>-]+)+/?|[\w.*-]+/|[\w.*-]+\.(?:py|ts|svelte|toml|md|jsonl|npz|bin)")
PLACEHOLDER: Final = re.compile(r"<\w+>|my[-_]game|GAME")
NUMBERED: Final = re.compile(r"_\d+$|_total$")  # `player_0`; what Prometheus adds to the name of a counter
CAMEL_CASE: Final = re.compile(r"[A-Z][a-z0-9]+[A-Z]\w*|[a-z]+[A-Z]\w*")
IDENTIFIER: Final = re.compile(r"[A-Za-z_]\w*")

ELSEWHERE: Final = {"ProcessPoolExecutor", "TerminatedWorkerError", "open_spiel", "max_connections"}
"""Names in other programs that no code here imports."""


# ---- what exists


@cache
def files(*suffixes: str) -> list[Path]:
    found = []
    for place in CODE:
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if not MADE & set(path.parts) and (not suffixes or path.suffix in suffixes):
                found.append(path)
    return found


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in files(".py")}


@cache
def modules() -> dict[str, ast.Module]:
    """Dotted name without `tianxia` -> module."""
    found = {}
    for path, tree in trees().items():
        if path.is_relative_to(PACKAGE):
            parts = path.relative_to(PACKAGE).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = tree
    return found


def words_of(node: ast.AST) -> Iterator[str]:
    """The identifiers of a node, and texts that could be keys of JSON."""
    for field in ("id", "attr", "name", "arg", "module", "asname"):
        if isinstance(word := getattr(node, field, None), str):
            yield from word.split(".")
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
        yield from IDENTIFIER.findall(node.value)


@cache
def known_words() -> set[str]:
    found = {word for tree in trees().values() for node in ast.walk(tree) for word in words_of(node)}
    for path in files(".ts", ".svelte", ".toml"):
        source = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*|^#[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
        if path.suffix == ".toml":
            source = "\n".join(re.findall(r"^\s*[\w.-]+(?= =)|^\[+[\w.-]+", source, re.MULTILINE))
        found |= set(IDENTIFIER.findall(source))
    return found


@cache
def words_made() -> set[str]:
    """Names that are made for each game: in other libraries, and in the OpenAPI document."""
    makers = (names.environment_id, names.module_name, names.spiel_name, names.table_id)
    modules = {f"tianxia.environments.{names.module_name(game)}" for game in GAMES}
    types = {f"{kind.__name__}.{part}" for kind in GAMES.values() for part in ("View", "Move")}
    return types | modules | {make(game) for make in makers for game in GAMES}


@cache
def foreign() -> set[str]:
    """The standard library, and what is imported from elsewhere."""
    found = set(sys.stdlib_module_names)
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                found |= {node.module.partition(".")[0]}
    return found - {"tianxia"}


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    found = defaultdict(list)
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(node)
    return found


@cache
def members(name: str) -> set[str]:
    """The attributes of all classes of a name, inherited ones included."""
    found: set[str] = set()
    for kind in classes().get(name, ()):
        for node in ast.walk(kind):
            found |= set(words_of(node))
        for base in kind.bases:
            found |= members(next(words_of(base), "")) if next(words_of(base), "") != name else set()
    return found


# ---- what is named


FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def pages() -> Iterator[tuple[str, str, str]]:
    """Place, the code on the page, and what stands in inline code."""
    for page in PAGES:
        source = page.read_text(encoding="utf-8")
        for span in re.findall(r"`([^`\n]+)`", FENCE.sub("", source)):
            yield str(page.relative_to(ROOT)), "\n".join(FENCE.findall(source)), span


def docstrings() -> Iterator[tuple[str, str, str]]:
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                for span in re.findall(r"`([^`\n]+)`", node.value.value):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", "", span


# ---- the comparison


@cache
def all_paths() -> str:
    paths = [*files(), *ROOT.glob("*"), *(ROOT / "tests").rglob("*")]
    return "\n".join(f"/{path.relative_to(ROOT)}" for path in paths)


def path_exists(path: str) -> bool:
    pattern = "[^/\n]*".join(map(re.escape, PLACEHOLDER.sub("*", path.removeprefix("../").rstrip("/")).split("*")))
    return bool(MADE & set(path.split("/"))) or re.search(f"/{pattern}$", all_paths(), re.MULTILINE) is not None


def name_exists(name: str, code: str) -> bool:
    first, *rest = parts = name.removeprefix("tianxia.").split(".")
    if first in foreign() or ELSEWHERE & set(parts) or any(f"{key}.".startswith(f"{name}.") for key in catalogue("en")):
        return True
    for length in range(len(parts), 0, -1):
        if module := modules().get(".".join(parts[:length])):
            return length == len(parts) or any(parts[length] in words_of(node) for node in ast.walk(module))
    if rest and first in classes():
        return rest[0] in members(first)
    if rest and first.title() in classes():  # a variable called after its class, or after what its class derives from
        return any(rest[0] in members(kind) for kind in classes() if kind.endswith(first.title()))
    return set(parts) <= known_words() | set(IDENTIFIER.findall(code))


def exists(span: str, code: str = "") -> bool:
    """Whether the name in inline code exists; true for everything that does not look like a name."""
    if span in words_made() or span in code or span.startswith("GAME."):
        return True
    if PATH.fullmatch(span):
        return path_exists(span) or span.rstrip("/") in code
    found = NAME.fullmatch(span)
    if found is None:
        return True
    name = NUMBERED.sub("", found[1])
    looks_like_code = found[2] or "." in name or "_" in name.strip("_") or CAMEL_CASE.fullmatch(name)
    return not looks_like_code or name_exists(name, code)


@pytest.mark.parametrize("spans", [pages, docstrings])
def test_names_exist(spans: Callable[[], Iterator[tuple[str, str, str]]]) -> None:
    found = list(spans())
    assert len(found) > 300
    assert sorted({f"{place}: {span}" for place, code, span in found if not exists(span, code)}) == []


STALE: Final = ["Evaluation.vagueness", "position.hide", "arena.archive", "tianxia.arena.archive", "play/pgn.py"]


@pytest.mark.parametrize("span", [*STALE, "server/chess/", "chess_notation", "ChessBoard", "lay_out_pieces()"])
def test_names_that_do_not_exist_are_found(span: str) -> None:
    assert not exists(span)
