"""The catalogue and the source: every key that is used is there, and every key that is there is used."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import tianxia
from tianxia.errors import IllegalError, TianxiaError
from tianxia.words import LANGUAGES, Message, catalogue, error, say, text
from tianxia.words.plural_rules import plural_words

SOURCE = Path(tianxia.__file__ or "").parent
SPECS = {"", "seat", "seats", "colour", "list", "or", "word"}  # and words for a number: see plural_rules.py
SEATS = [str(seat) for seat in range(1, 6)]
CATALOGUE = "words/catalogue.py"
GAME = "<game>"
SHEET = "terminal.*.*.*"  # what terminal.tables.sheet makes
CLIENT = Path(__file__).parents[2] / "web" / "src"
IN_THE_BROWSER = re.compile(r"""["'`](browser\.(?:\$\{[^}]*\}|[\w.-])+)["'`]""")


@cache
def modules() -> dict[str, ast.Module]:
    return {str(file.relative_to(SOURCE)): ast.parse(file.read_text(encoding="utf-8")) for file in SOURCE.rglob("*.py")}


def literals(tree: ast.AST) -> set[str]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@cache
def vocabulary() -> frozenset[str]:
    """Words that a key may be put together from, wherever that is done: ids in the games and in their editions."""
    found = {word for name, tree in modules().items() if name.startswith("games") for word in literals(tree)}
    for file in SOURCE.glob("games/*/standard.toml"):
        found |= set(strings(tomllib.loads(file.read_text(encoding="utf-8"))))
    return frozenset(found | set(SEATS))


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings(item)


def templates(tree: ast.AST) -> Iterator[list[str | None]]:
    """The f-strings of a module that could make a key: texts, and `None` for each value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]
            if any(part and "." in part for part in parts) and None in parts:
                yield parts


def matches(parts: list[str | None], key: str, words: frozenset[str]) -> bool:
    """Whether a template makes a key, with words for its values. Two values side by side may be two words."""
    pattern = "".join("(.*?)" if part is None else re.escape(part) for part in parts)
    found = re.fullmatch(pattern, key)
    if found is None:
        return False
    if any(left is right is None for left, right in pairwise(parts)):
        ends = [word for word in words if word and found.string.endswith(word)]
        return any(matches([*parts[:-1], word], key, words) for word in [*ends, ""]) if parts[-1] is None else False
    return all(value in words for value in found.groups())


def makers(tree: ast.AST) -> Iterator[tuple[str, int, str]]:
    """Functions that put a key together from one of their arguments: name, which argument, what stands before it.

    `GAME` stands before it where that is `self.game`.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        names = [argument.arg for argument in node.args.args if argument.arg != "self"]
        for part in ast.walk(node):
            if isinstance(part, ast.JoinedStr):
                *before, hole = part.values
                prefix = "".join(written(value) for value in before)
                if (
                    re.fullmatch(rf"({GAME}|[a-z-]+)(\.[a-z-]+)*\.", prefix)
                    and isinstance(hole, ast.FormattedValue)
                    and isinstance(hole.value, ast.Name)
                    and hole.value.id in names
                ):
                    yield node.name, names.index(hole.value.id), prefix


def written(part: ast.expr) -> str:
    """A part of an f-string, as far as it can be read."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    return GAME if isinstance(value, ast.Attribute) and value.attr == "game" else "?"


def makers_at_hand(tree: ast.AST) -> Iterator[tuple[str, int, str]]:
    """Those of a module, and those that its classes of one game inherit, with the id of that game."""
    yield from (maker for maker in makers(tree) if GAME not in maker[2])
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for name, place, prefix in inherited_makers(node):
                yield from ((name, place, prefix.replace(GAME, game)) for game in games_of(node))


def inherited_makers(node: ast.ClassDef) -> Iterator[tuple[str, int, str]]:
    for base in node.bases:
        for other in classes().get(base.id, []) if isinstance(base, ast.Name) else []:
            yield from (maker for maker in makers(other) if GAME in maker[2])
            yield from inherited_makers(other)


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    """All classes of the house, by name."""
    found: dict[str, list[ast.ClassDef]] = {}
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


def games_of(node: ast.ClassDef) -> Iterator[str]:
    """The id that a class has, or inherits: game = "my-game"."""
    for line in node.body:
        if isinstance(line, ast.Assign) and [ast.unparse(target) for target in line.targets] == ["game"]:
            yield from chosen(line.value)
            return
    for base in node.bases:
        for other in classes().get(base.id, []) if isinstance(base, ast.Name) else []:
            yield from games_of(other)


def keys_made(tree: ast.AST) -> set[str]:
    """The keys that calls of such functions make, where the argument is written out."""
    found = set()
    for name, place, prefix in makers_at_hand(tree):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and len(node.args) > place:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
                if called == name:
                    found |= {f"{prefix}{word}" for word in chosen(node.args[place])}
    return found | headings(tree)


def headings(tree: ast.AST) -> set[str]:
    """The keys that lists have for the headings of their columns: sheet(game, look, [heading, ...], ...)."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sheet":
            game, look, columns = (ast.literal_eval(argument) for argument in node.args[:3])
            found |= {f"terminal.{game}.{look}.{column}" for column in columns}
    return found


def chosen(node: ast.expr) -> set[str]:
    """The texts that an expression may stand for: a literal, or one of two."""
    if isinstance(node, ast.IfExp):
        return chosen(node.body) | chosen(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def keys_written(tree: ast.AST) -> set[str]:
    """The literals that look like keys and are given to something that takes one."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
            place = {"text": 0, "Message": 0, "error": 1}.get(str(called))
            if place is not None and len(node.args) > place:
                found |= chosen(node.args[place])
    return found


def test_the_scan_finds_keys() -> None:
    """Or the tests below could not fail."""
    written = set().union(*(keys_written(tree) for tree in modules().values()))
    made = set().union(*(keys_made(tree) for tree in modules().values()))
    assert {"setting.player", "match.over", "forbidden-city.question.lay", "record.seed-setup"} <= written
    assert {"record.version", "forbidden-city.document.setup-stack", "forbidden-city.edition.sides"} <= made
    assert {"terminal.forbidden-city.rooms.linked", "terminal.emperor-of-china.card-list.held"} <= made
    assert len(written) > 50
    assert len(made) > 40


@pytest.mark.parametrize("module", sorted(modules()))
def test_every_key_that_is_used_is_in_the_catalogue(module: str) -> None:
    tree = modules()[module]
    missing = (keys_written(tree) | keys_made(tree)) - set(catalogue("en"))
    assert missing == set()


@cache
def uses() -> list[tuple[set[str], frozenset[str], list[list[str | None]]]]:
    """For each module: the keys in it, the words that its templates may be filled with, and these templates."""
    found = []
    for name, tree in modules().items():
        made = {f"{prefix.replace(GAME, '*')}*" for _, _, prefix in makers(tree)} if name != CATALOGUE else set()
        rest = [parts for parts in templates(tree) if "".join(part or "*" for part in parts) not in {*made, SHEET}]
        found.append((literals(tree) | keys_made(tree), frozenset(literals(tree)) | vocabulary(), rest))
    return found


def is_used(key: str) -> bool:
    return any(key in keys or any(matches(parts, key, words) for parts in rest) for keys, words, rest in uses())


def test_every_key_of_the_catalogue_is_used() -> None:
    """Those of the browser are looked for below, those of tutorials in tests/teaching."""
    elsewhere = ("browser.", "shown.", "tutorial.")
    assert [key for key in catalogue("en") if not key.startswith(elsewhere) and not is_used(key)] == []


def test_what_is_said_beside_a_board_is_said_elsewhere_too() -> None:
    shown = {key.removeprefix("shown.") for key in catalogue("en") if key.startswith("shown.")}
    assert shown - set(catalogue("en")) == set()


@cache
def patterns_of_the_browser() -> list[re.Pattern[str]]:
    """The keys in the sources of the client, where `${…}` stands for anything; that they exist its types check."""
    files = [file for ending in ("ts", "svelte") for file in CLIENT.rglob(f"*.{ending}")]
    written = {key for file in files for key in IN_THE_BROWSER.findall(file.read_text(encoding="utf-8"))}
    return [re.compile(re.sub(r"\\\$\\\{.*?\\\}", "[a-z0-9_.-]+", re.escape(key))) for key in written]


def test_every_key_of_the_browser_is_used() -> None:
    unused = [
        key
        for key in catalogue("en")
        if key.startswith("browser.") and not any(pattern.fullmatch(key) for pattern in patterns_of_the_browser())
    ]
    assert unused == []


@pytest.mark.parametrize("key", ["record.bogus", "forbidden-city.edition.bogus", "match.bogus", "word.bogus", "seat.6"])
def test_a_key_that_nobody_uses_would_be_found(key: str) -> None:
    assert not is_used(key)


# ---- patterns


def values_for(pattern: str, count: int) -> dict[str, object]:
    values: dict[str, object] = {}
    for _, name, spec, _ in Formatter().parse(pattern):
        if name is not None:
            row = ["a", "b", "c"][:count]
            known = {"seat": count, "seats": [1, 2][:count], "colour": count, "list": row, "or": row, "word": "green"}
            values[name] = known.get(spec or "", count)
    return values


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_can_be_said(language: str) -> None:
    for key, pattern in catalogue(language).items():
        for count in (1, 2):
            sentence = say(Message(key, values_for(pattern, count)), language=language)
            assert sentence, key
            assert not re.search(r"\{\w*(:[^}]*)?\}", sentence), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_patterns_use_the_ways_of_writing_that_there_are(language: str) -> None:
    for key, pattern in catalogue(language).items():
        for _, name, spec, conversion in Formatter().parse(pattern):
            if name is not None and not key.startswith("row."):
                assert re.fullmatch(r"[a-z_]+", name), (key, name)
                assert spec in SPECS or all(plural_words(spec or "").values()), (key, spec)
                assert conversion is None, key


def test_a_value_that_is_missing_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        text("setting.player", spec="x")
    with pytest.raises(KeyError):
        text("no.such.key")


# ---- how values are written


def test_the_word_fits_the_number() -> None:
    for amount, written in ((0, "0 coins"), (1, "1 coin"), (2, "2 coins"), (11, "11 coins"), (-1, "-1 coin")):
        assert text("forbidden-city.log.paid", seat=1, amount=amount) == f"Purple gets {written}."


NEVER_ONE = {"players", "most"}  # who plays a game, and bounds of what may be given
NEVER_ONE_THERE = {"file.which": {"records"}, "research.actions": {"games"}}  # several; before other numbers
IN_FILES = (".edition.", ".document.")  # what is wrong in a file, mostly against bounds


@pytest.mark.parametrize("language", ["en", "fr"])  # Chinese has one word for both
def test_what_can_be_one_has_a_word_for_one(language: str) -> None:
    """A value that is counted in one sentence, 1 coin, is no bare number before a plural in another, 1 coins."""
    counted = {
        name
        for spoken in LANGUAGES
        for pattern in catalogue(spoken).values()
        for name in re.findall(r"{(\w+):[^}]*\|", pattern)
    }
    bare = {
        (key, name, noun)
        for key, pattern in catalogue(language).items()
        for name, noun in re.findall(r"{(\w+)} (\w+[sx])\b", pattern)
        if name in counted - NEVER_ONE - NEVER_ONE_THERE.get(key, set()) and not any(part in key for part in IN_FILES)
    }
    assert not bare


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["Ada makes 0 fireworks.", "Ada makes 1 fireworks tile.", "Ada makes 2 fireworks."]),
        ("fr", ["Ada fabrique 0 feu d'artifice.", "Ada fabrique 1 feu d'artifice.", "Ada fabrique 2 feux d'artifice."]),
        ("zh", ["Ada制作 0 份烟火。", "Ada制作 1 份烟火。", "Ada制作 2 份烟火。"]),
    ],
)
def test_goods_are_counted_in_every_language(language: str, sentences: list[str]) -> None:
    key = "year-of-the-dragon.log.acted.fireworks"
    made = [Message(key, {"seat": 1, "brought": number}) for number in range(3)]
    assert [say(message, ["Ada"], language) for message in made] == sentences


def test_things_in_a_row() -> None:
    rows = {0: "", 1: "a", 2: "a and b", 3: "a, b and c", 4: "a, b, c and d"}
    for count, row in rows.items():
        known = ["a", "b", "c", "d"][:count]
        assert text("setting.player", spec="x", known=known) == f'There is no player "x"; the players are {row}.'
    choices = {0: "", 1: "a", 2: "a or b", 3: "a, b or c"}
    for count, row in choices.items():
        known = ["a", "b", "c"][:count]
        sentence = f'The option x cannot be "y"; it can be {row}.'
        assert text("setting.option-value", name="x", value="y", known=known) == sentence


def test_seats_have_their_colour_or_a_name() -> None:
    colours = ["Purple", "Yellow", "Red", "Blue", "Green"]
    for seat, colour in enumerate(colours, 1):
        assert text("seat.number", seat=seat) == f"seat {seat} ({colour})"
    message = Message("seat.number", {"seat": 2})
    assert say(message, names=["Ada", "Bo"]) == "seat 2 (Bo)"
    assert say(message, names=["Ada", ""]) == "seat 2 (Yellow)"
    assert say(message, names=[]) == "seat 2 (Yellow)"
    assert say(message, names=["{seat}", "{0}"]) == "seat 2 ({0})"


def test_words_of_an_edition_of_its_own_stand_for_themselves() -> None:
    assert text("forbidden-city.room", colour="green") == "the green room"
    assert text("forbidden-city.room", colour="mauve") == "the mauve room"


def test_values_are_never_read_as_patterns() -> None:
    assert (
        text("setting.player", spec="{known:list}", known=["a"])
        == 'There is no player "{known:list}"; the players are a.'
    )


def test_a_message_may_hold_messages() -> None:
    room = Message("forbidden-city.room", {"colour": "pink"})
    sums = [
        Message("forbidden-city.sum.own", {"tiles": 2, "total": 2}),
        Message("forbidden-city.sum.neighbour", {"tiles": 1, "total": 1, "room": room}),
    ]
    message = Message("forbidden-city.log.closed", {"colour": "green", "value": 3, "sums": sums}, "forbidden-city#8")
    assert say(message) == "The green room closes, worth 3: 2 of its own and 1 from the pink room."
    assert message.document() == {
        "key": "forbidden-city.log.closed",
        "values": {"colour": "green", "value": 3, "sums": [sums[0].document(), sums[1].document()]},
        "rule": "forbidden-city#8",
    }


def test_a_message_without_a_rule_names_none() -> None:
    assert Message("match.over").document() == {"key": "match.over", "values": {}}


# ---- errors


def test_an_error_keeps_its_key_and_values() -> None:
    failure = error(IllegalError, "match.not-your-turn", seat=2, turn=1)
    assert isinstance(failure, TianxiaError)
    assert str(failure) == "It is the turn of seat 1, not of seat 2."
    assert failure.key == "match.not-your-turn"
    assert failure.values == {"seat": 2, "turn": 1}
    assert failure.reason is None
    plain = TianxiaError("in one's own words")
    assert (plain.key, plain.values) == ("", {})


# ---- languages


def test_a_language_that_is_not_spoken() -> None:
    with pytest.raises(FileNotFoundError):
        catalogue("tlh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_and_nothing_else(language: str) -> None:
    assert [key for key in catalogue("en") if key not in catalogue(language)] == []
    assert [key for key in catalogue(language) if key not in catalogue("en")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_values(language: str) -> None:
    """A value may be written in another way, or twice, but neither left out nor made up."""
    differ = [key for key, pattern in catalogue("en").items() if named(pattern) != named(catalogue(language)[key])]
    assert differ == []


def named(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}
