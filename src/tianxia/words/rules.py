"""The rules of the games, in words: Markdown pages, one a game and language, in `<language>/rules/`.

A page is written in the little Markdown that readers in several places understand: `##` headings, paragraphs, lists,
tables, **strong**, *emphasis*, `code` and links. Besides,

    <a id="8"></a>**8. Value.** A closed room …     a rule begins; its address is my-game#8
    <!-- example closing-a-room -->Blue closes …     an example of `teaching/examples.json`, and what it shows
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Final, Literal, NamedTuple

from tianxia.words.catalogue import LANGUAGE, LANGUAGES

Kind = Literal["paragraph", "list", "numbered", "table", "example"]

_ANCHOR: Final = re.compile(r'<a id="([\w-]+)"></a>')
_EXAMPLE: Final = re.compile(r"<!-- example ([\w-]+) -->")
_RULE_TITLE: Final = re.compile(r"\*\*\d+\. (.+?)\*\*")
_MARKS: Final = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\([^)]+\)")
_ITEM: Final = re.compile(r"^(?:- |\d+\. )", re.MULTILINE)


class Span(NamedTuple):
    """A piece of a line, and how it is set."""

    text: str
    style: Literal["", "strong", "emphasis", "code"]


def read_spans(markdown: str) -> Iterator[Span]:
    """The pieces of a line of Markdown.

    >>> [tuple(span) for span in read_spans("Type `done` *now*.")]
    [('Type ', ''), ('done', 'code'), (' ', ''), ('now', 'emphasis'), ('.', '')]
    """
    end = 0
    for found in _MARKS.finditer(markdown):
        if found.start() > end:
            yield Span(markdown[end : found.start()], "")
        strong, emphasis, code, link = found.groups()
        if strong is not None:
            yield Span(strong, "strong")
        elif emphasis is not None:
            yield Span(emphasis, "emphasis")
        else:
            yield Span(code, "code") if code is not None else Span(link, "")
        end = found.end()
    if end < len(markdown):
        yield Span(markdown[end:], "")


def plain(markdown: str) -> str:
    """A line without its marks.

    >>> plain("**8. Value.** See [Moves](#moves).")
    '8. Value. See Moves.'
    """
    return "".join(span.text for span in read_spans(markdown))


@dataclass(frozen=True)
class Block:
    """A paragraph, a list, a table, or an example; its texts are lines of Markdown."""

    kind: Kind
    rows: tuple[tuple[str, ...], ...]  # of a table: rows of cells, the head first; else one text a row
    example: str | None = None  # the name of an example

    @property
    def lines(self) -> list[str]:
        """Its texts, row by row."""
        return [text for row in self.rows for text in row]

    def has(self, word: str) -> bool:
        """Whether a word, or a part of one, stands in it."""
        return any(word.casefold() in plain(line).casefold() for line in self.lines)


@dataclass(frozen=True)
class Passage:
    """A rule, or a part of the page without rules: a heading and what stands below it."""

    heading: str  # of the section that it stands in
    number: str | None  # of a rule
    title: str  # of a rule; else the heading
    blocks: tuple[Block, ...]

    def has(self, word: str) -> bool:
        return word.casefold() in plain(self.title).casefold() or any(block.has(word) for block in self.blocks)


@dataclass(frozen=True)
class Rules:
    """The rules of a game, in one language."""

    game: str
    title: str
    passages: tuple[Passage, ...]

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of its rules."""
        return tuple(passage.number for passage in self.passages if passage.number is not None)

    @property
    def addresses(self) -> list[str]:
        """What messages name its rules by: forbidden-city#8."""
        return [f"{self.game}#{number}" for number in self.numbers]

    @property
    def examples(self) -> list[str]:
        """The names of the examples, in the order of the page."""
        blocks = [block for passage in self.passages for block in passage.blocks]
        return [block.example for block in blocks if block.example is not None]

    def rule(self, number: str) -> Passage | None:
        return next((passage for passage in self.passages if passage.number == number), None)

    def find(self, word: str) -> list[Passage]:
        """The passages in which a word stands."""
        return [passage for passage in self.passages if passage.has(word)]

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that stand in it, in small letters."""
        texts = [line for passage in self.passages for block in passage.blocks for line in block.lines]
        return frozenset(re.findall(r"[^\W\d_][\w'-]+", plain(" ".join(texts)).casefold()))


@cache
def read_rules(game: str, language: str = LANGUAGE) -> Rules:
    """The rules of a game, in a language; in English where they are not told in it."""
    pages = [
        page
        for code in (language, LANGUAGES[0])
        if (page := resources.files(__package__).joinpath(code, "rules", f"{game}.md")).is_file()
    ]
    return parse_rules(game, pages[0].read_text(encoding="utf-8"))


def parse_rules(game: str, source: str) -> Rules:
    """The rules that a page tells."""
    title, _, rest = source.strip().partition("\n")
    passages: list[Passage] = []
    heading, number, name = "", None, title.removeprefix("# ")
    blocks: list[Block] = []

    def end_passage() -> None:
        if blocks:
            passages.append(Passage(heading, number, name, tuple(blocks)))
            blocks.clear()

    for chunk in re.split(r"\n{2,}", rest.strip()):
        if chunk.startswith("## "):
            end_passage()
            heading, number, name = chunk.removeprefix("## "), None, chunk.removeprefix("## ")
            continue
        if (anchor := _ANCHOR.match(chunk)) is not None:
            end_passage()
            chunk = chunk[anchor.end() :]
            told = _RULE_TITLE.match(chunk)
            number, name = anchor[1], told[1].rstrip(".") if told else anchor[1]
        blocks.append(_read_block(chunk))
    end_passage()
    return Rules(game, title.removeprefix("# "), tuple(passages))


def _read_block(chunk: str) -> Block:
    if (example := _EXAMPLE.match(chunk)) is not None:
        return Block("example", ((chunk[example.end() :],),), example[1])
    lines = chunk.split("\n")
    if chunk.startswith("|"):
        rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
        return Block("table", (rows[0], *rows[2:]))
    if _ITEM.match(chunk):
        return Block("list" if chunk.startswith("- ") else "numbered", tuple((_ITEM.sub("", line),) for line in lines))
    return Block("paragraph", ((chunk,),))
