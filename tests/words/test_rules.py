"""The rules of the games and their notation, as everything that tells them reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import resources
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from support.golden import GOLDEN
from tianxia.games import GAMES, find_game
from tianxia.play import read_record
from tianxia.words import LANGUAGES
from tianxia.words.rules import (
    FOLDERS,
    Block,
    Document,
    Folder,
    Page,
    Passage,
    Span,
    parse_page,
    plain,
    read_notation,
    read_page,
    read_rules,
    read_spans,
    slug,
)

PAGE = """# My Game

What it is.

## Start

1. Begin.
2. End.

## Rules

Every rule has a number.

<a id="1"></a>**1. A turn.** Do *this* or `that`.

- **One** thing,
- or [another](#2).

<!-- example a-turn -->Ada does this.

<a id="2"></a>**2. The end** comes.

| word | meaning |
|---|---|
| `done` | enough |
"""
HEADINGS: dict[Folder, list[str]] = {
    "rules": ["", "Start in two minutes", "The table", "Rules", "Where we depart from print"],
    "notation": ["", "Moves", "Several ways to write one move", "Names", "The ledger"],
}
EVERY_PAGE = [(folder, game, language) for folder in FOLDERS for game in GAMES for language in LANGUAGES]


def lines_of(page: Page) -> list[str]:
    return [line for passage in page.passages for block in passage.blocks for line in block.lines]


def spans_of(page: Page) -> Iterator[Span]:
    for line in lines_of(page):
        yield from read_spans(line)


def code_of(page: Page) -> list[str]:
    return [span.text for span in spans_of(page) if span.style == "code"]


def moves_of(game: str, language: str) -> list[str]:
    """All moves in the table of moves."""
    notation = read_notation(game, language)
    (table,) = (block for passage in notation.passages[:2] for block in passage.blocks if block.kind == "table")
    return [span.text for move, _ in table.rows[1:] for span in read_spans(move) if span.style == "code"]


def shape_of(page: Page) -> list[tuple[str, int]]:
    """What a page is made of, whatever its language: the kinds of its blocks, and their rows."""
    return [(block.kind, len(block.rows)) for passage in page.passages for block in passage.blocks]


def test_a_page_is_read_into_passages() -> None:
    rules = parse_page("my-game", PAGE)
    assert (rules.title, rules.numbers, rules.addresses) == ("My Game", ("1", "2"), ["my-game#1", "my-game#2"])
    assert rules.passages == (
        Passage("", None, "My Game", (Block("paragraph", (("What it is.",),)),)),
        Passage("Start", None, "Start", (Block("numbered", (("Begin.",), ("End.",))),)),
        Passage("Rules", None, "Rules", (Block("paragraph", (("Every rule has a number.",),)),)),
        Passage(
            "Rules",
            "1",
            "A turn",
            (
                Block("paragraph", (("**1. A turn.** Do *this* or `that`.",),)),
                Block("list", (("**One** thing,",), ("or [another](#2).",))),
                Block("example", (("Ada does this.",),), "a-turn"),
            ),
        ),
        Passage(
            "Rules",
            "2",
            "The end",
            (
                Block("paragraph", (("**2. The end** comes.",),)),
                Block("table", (("word", "meaning"), ("`done`", "enough"))),
            ),
        ),
    )
    assert rules.examples == ["a-turn"]


@pytest.mark.parametrize(
    ("word", "found"), [("ANOTHER", ["1"]), ("end", [None, "2"]), ("one** thing", []), ("One thing", ["1"]), ("x", [])]
)
def test_words_are_found_whatever_their_marks(word: str, found: list[str | None]) -> None:
    assert [passage.number for passage in parse_page("my-game", PAGE).find(word)] == found


@pytest.mark.parametrize(("folder", "game", "language"), EVERY_PAGE)
def test_every_page_has_the_same_parts(folder: Folder, game: str, language: str) -> None:
    """In every language: as many headings and blocks, the same rules, and the same examples."""
    page, english = read_page(folder, game, language), read_page(folder, game, "en")
    assert page.numbers == tuple(str(number) for number in range(1, len(page.numbers) + 1))
    assert page.addresses == english.addresses
    assert page.examples == english.examples
    assert shape_of(page) == shape_of(english)
    assert bool(page.numbers) == (folder == "rules")
    headings = list(dict.fromkeys(passage.heading for passage in page.passages))
    assert len(headings) == len(HEADINGS[folder])
    assert language != "en" or headings == HEADINGS[folder]


@pytest.mark.parametrize(("folder", "game", "language"), EVERY_PAGE)
def test_a_page_has_no_marks_that_nobody_reads(folder: Folder, game: str, language: str) -> None:
    lines = lines_of(read_page(folder, game, language))
    assert not [line for line in lines if re.search(r"\*\*|`|<|>|\]\(|\{", plain(line))]


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_refers_to_rules_that_are_there(game: str, folder: Folder) -> None:
    found = re.findall(r"\brules? (\d+)(?! tiles)", plain(" ".join(lines_of(read_page(folder, game, "en")))))
    assert found
    assert set(found) <= set(read_rules(game, "en").numbers)


@pytest.mark.parametrize(("folder", "game", "language"), EVERY_PAGE)
def test_links_lead_to_parts_of_the_page(folder: Folder, game: str, language: str) -> None:
    page = read_page(folder, game, language)
    slugs = {slug(passage.heading) for passage in page.passages}
    for span in spans_of(page):
        if span.style == "link":
            assert span.href.removeprefix("#") in slugs | set(page.numbers), span.href


# ---- rules for players, notation for those who type


FOR_PROGRAMS = re.compile(r"\w+_\w+|[\w-]+#\d+|-?\d+,-?\d+|\[[^]]*\]")
"""Ids, addresses of rules, coordinates, and lists as records have them."""
BOTH = {
    "fr": {"alliances", "court", "dragon", "fortification", "orange", "parade", "points", "super", "yuan"},
    "zh": set(),
}
"""Words of the notation, which is English, that another language has, too."""


def test_what_only_programs_say_is_recognized() -> None:
    line = "Ch'in has 1, 2 (3): great_wall or forbidden-city#8 at 2,-1 of [taxes, build]"
    assert FOR_PROGRAMS.findall(line) == ["great_wall", "forbidden-city#8", "2,-1", "[taxes, build]"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_speak_to_players(game: str, language: str) -> None:
    """They have no inline code, no ids, no addresses and no coordinates."""
    rules = read_rules(game, language)
    assert code_of(rules) == []
    text = " ".join([*lines_of(rules), *(passage.heading for passage in rules.passages)])
    assert FOR_PROGRAMS.findall(plain(text)) == []
    ids = {
        word for code in code_of(read_notation(game, language)) for word in code.split() if re.search("[a-z]-", word)
    }
    assert [id for id in ids if id in text] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("game", GAMES)
def test_rules_speak_the_language_of_their_readers(game: str, language: str) -> None:
    """No word of the notation stands in them, not even in a worked example."""
    words = {word for code in code_of(read_notation(game, language)) for word in re.findall("[a-z]{3,}", code)}
    assert len(words) > 3
    said = set(re.findall(r"(?<![\w'’])[a-z]{3,}(?![\w'’])", plain(" ".join(lines_of(read_rules(game, language))))))
    assert {word.removesuffix("s") for word in words & said} <= {word.removesuffix("s") for word in BOTH[language]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_move_that_is_told_of_can_be_read(game: str, language: str) -> None:
    """Those of the table of moves, the same in every language, and written as the game writes them."""
    moves = moves_of(game, language)
    assert moves == moves_of(game, "en")
    for move in moves:
        assert find_game(game).write_move(find_game(game).read_move(move)) == move


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_move_is_told_of(game: str) -> None:
    """Each that a game in the golden records has."""
    told = {find_game(game).read_move(move)["kind"] for move in moves_of(game, "en")}
    made = {
        find_game(game).read_move(move.move)["kind"]
        for file in GOLDEN.glob(f"{game}-*.json")
        for move in read_record(json.loads(file.read_text(encoding="utf-8"))).moves
    }
    assert made
    assert made <= told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_source_of_points_and_every_option_is_named(game: str, language: str) -> None:
    named = set(code_of(read_notation(game, language)))
    assert set(find_game(game).sources) <= named
    for players in find_game(game).player_counts:
        for option in find_game(game).options(players):
            assert {option.name, *(str(value).lower() for value in option.values)} <= named


def test_a_language_without_a_page_falls_back_to_english() -> None:
    assert read_rules("forbidden-city", "tlh") == read_rules("forbidden-city", "en")


# ---- the same as a parser of all of Markdown


@pytest.mark.parametrize(("folder", "game", "language"), EVERY_PAGE)
def test_every_page_is_parsed_as_markdown_it_parses_it(folder: Folder, game: str, language: str) -> None:
    source = resources.files("tianxia.words").joinpath(language, folder, f"{game}.md").read_text(encoding="utf-8")
    ours = [
        {**block, "kind": "paragraph"} if block["kind"] == "example" else block
        for passage in read_page(folder, game, language).document()
        for block in passage["blocks"]
    ]
    theirs = list(blocks_of_markdown_it(source.partition("\n")[2]))
    assert len(theirs) > 10
    assert [{key: block[key] for key in block if key not in ("id", "name")} for block in ours] == theirs


def blocks_of_markdown_it(source: str) -> Iterator[Document]:
    """The blocks of a page; what an example shows is a paragraph."""
    page = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(re.sub("<!-- .*? -->", "", source)))
    for node in page.children:
        if node.type in ("bullet_list", "ordered_list"):
            items = [spans_of_markdown_it(item.children[0].children[0]) for item in node.children]
            yield {"kind": "list", "ordered": node.type == "ordered_list", "items": items}
        elif node.type == "table":
            rows = [
                [spans_of_markdown_it(cell.children[0]) for cell in row.children]
                for part in node.children
                for row in part.children
            ]
            yield {"kind": "table", "head": rows[0], "rows": rows[1:]}
        else:
            yield {"kind": node.type, "inlines": spans_of_markdown_it(node.children[0])}


KINDS = {
    "text": "text",
    "strong": "strong",
    "em": "emphasis",
    "code_inline": "code",
    "link": "link",
    "softbreak": "text",
}


def spans_of_markdown_it(inline: SyntaxTreeNode) -> list[Document]:
    found: list[Document] = []
    for node in inline.children:
        text = node.content or "".join(child.content for child in node.children)
        if text and node.type != "html_inline":  # that is where a rule begins
            span = {"kind": KINDS[node.type], "text": text}
            found.append(span | ({"href": unquote(str(node.attrs["href"]))} if node.type == "link" else {}))
    return found
