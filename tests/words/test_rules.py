"""The rules of the games, as everything that tells them reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from tianxia.games import GAMES
from tianxia.words import LANGUAGES
from tianxia.words.rules import Block, Document, Passage, parse_rules, plain, read_rules

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
HEADINGS = ["", "Start in two minutes", "The table", "Rules", "Where we depart from print", "Moves"]


def test_a_page_is_read_into_passages() -> None:
    rules = parse_rules("my-game", PAGE)
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
    assert [passage.number for passage in parse_rules("my-game", PAGE).find(word)] == found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_the_same_parts(game: str, language: str) -> None:
    """In every language: as many headings, the same rules, and the same examples."""
    rules, english = read_rules(game, language), read_rules(game, "en")
    assert rules.numbers == tuple(str(number) for number in range(1, len(rules.numbers) + 1))
    assert rules.addresses == english.addresses
    assert rules.examples == english.examples
    headings = list(dict.fromkeys(passage.heading for passage in rules.passages))
    assert len(headings) == len(HEADINGS)
    assert language != "en" or headings == HEADINGS


@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_no_marks_that_nobody_reads(game: str) -> None:
    rules = read_rules(game, "en")
    lines = [line for passage in rules.passages for block in passage.blocks for line in block.lines]
    assert not [line for line in lines if re.search(r"\*\*|`|<|>|\]\(|\{", plain(line))]
    for number in re.findall(r"\brules? (\d+)(?! tiles)", plain(" ".join(lines))):
        assert number in rules.numbers


@pytest.mark.parametrize("game", GAMES)
def test_links_lead_to_parts_of_the_page(game: str) -> None:
    source = resources.files("tianxia.words").joinpath("en", "rules", f"{game}.md").read_text(encoding="utf-8")
    slugs = {heading.lower().replace(" ", "-") for heading in re.findall("^## (.*)$", source, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", source):
        assert target.removeprefix("#") in slugs | set(read_rules(game, "en").numbers), target


def test_a_language_without_a_page_falls_back_to_english() -> None:
    assert read_rules("forbidden-city", "tlh") == read_rules("forbidden-city", "en")


# ---- the same as a parser of all of Markdown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_parsed_as_markdown_it_parses_it(game: str, language: str) -> None:
    source = resources.files("tianxia.words").joinpath(language, "rules", f"{game}.md").read_text(encoding="utf-8")
    ours = [
        {**block, "kind": "paragraph"} if block["kind"] == "example" else block
        for passage in read_rules(game, language).document()
        for block in passage["blocks"]
    ]
    theirs = list(blocks_of_markdown_it(source.partition("\n")[2]))
    assert len(theirs) > 20
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
