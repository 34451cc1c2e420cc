"""The rules of the games as Markdown pages, one for each game and language, in `<language>/rules/`, and how moves are
written, in `<language>/notation/`. The rules speak to players, of what they see and do; every word that is typed or
stored (moves, options, ids, addresses, sources of points) is told in the notation.

They are parsed here alone: the terminal draws the blocks, and the browser client is built with them as JSON
(`words.export`). A page uses a part of Markdown, `##` headings, paragraphs, lists, tables, **strong**, *emphasis*,
`code` and links, none inside another; a test compares how it is parsed with markdown-it-py, which the command line
must not need only for this. Besides,

    <a id="8"></a>**8. Value.** A closed room …     a rule begins; its address is my-game#8
    <!-- example closing-a-room -->Blue closes …     an example of `teaching/examples.json`, and what it shows
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, Final, Literal, NamedTuple, get_args

from tianxia.words.catalogue import LANGUAGE, LANGUAGES

Document = dict[str, Any]
Kind = Literal["paragraph", "list", "numbered", "table", "example"]
Folder = Literal["rules", "notation"]
FOLDERS: Final[tuple[Folder, ...]] = get_args(Folder)

_ANCHOR: Final = re.compile(r'<a id="([\w-]+)"></a>')
_EXAMPLE: Final = re.compile(r"<!-- example ([\w-]+) -->")
_RULE_TITLE: Final = re.compile(r"\*\*\d+\. (.+?)\*\*")
_MARKS: Final = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)")
_ITEM: Final = re.compile(r"^(?:- |\d+\. )", re.MULTILINE)


class Span(NamedTuple):
    """A piece of a line, and its style."""

    text: str
    style: Literal["", "strong", "emphasis", "code", "link"]
    href: str = ""  # of a link

    def document(self) -> Document:
        """The span for the browser client."""
        kind = {"kind": self.style or "text", "text": self.text}
        return kind | ({"href": self.href} if self.style == "link" else {})


def read_spans(markdown: str) -> Iterator[Span]:
    """The pieces of a line of Markdown.

    >>> [span[:2] for span in read_spans("Type `done` *now*.")]
    [('Type ', ''), ('done', 'code'), (' ', ''), ('now', 'emphasis'), ('.', '')]
    >>> list(read_spans("[Moves](#moves)"))
    [Span(text='Moves', style='link', href='#moves')]
    """
    end = 0
    for found in _MARKS.finditer(markdown):
        if found.start() > end:
            yield Span(markdown[end : found.start()], "")
        strong, emphasis, code, link, href = found.groups()
        if strong is not None:
            yield Span(strong, "strong")
        elif emphasis is not None:
            yield Span(emphasis, "emphasis")
        elif code is not None:
            yield Span(code, "code")
        else:
            yield Span(link, "link", href)
        end = found.end()
    if end < len(markdown):
        yield Span(markdown[end:], "")


def plain(markdown: str) -> str:
    """A line without its Markdown marks.

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
        """The texts of the block, row by row."""
        return [text for row in self.rows for text in row]

    def has(self, word: str) -> bool:
        """Whether the block contains a word, or a part of one."""
        return any(word.casefold() in plain(line).casefold() for line in self.lines)

    def document(self) -> Document:
        """The block for the browser client."""
        rows = [[_span_documents(text) for text in row] for row in self.rows]
        if self.kind == "table":
            return {"kind": "table", "head": rows[0], "rows": rows[1:]}
        if self.kind in ("list", "numbered"):
            return {"kind": "list", "ordered": self.kind == "numbered", "items": [item for (item,) in rows]}
        name = {} if self.example is None else {"name": self.example}
        return {"kind": self.kind, **name, "inlines": rows[0][0]}


def _span_documents(markdown: str) -> list[Document]:
    return [span.document() for span in read_spans(markdown)]


@dataclass(frozen=True)
class Passage:
    """A rule, or a part of the page without rules: a heading and the blocks below it."""

    heading: str  # of the section that it stands in
    number: str | None  # of a rule
    title: str  # of a rule; else the heading
    blocks: tuple[Block, ...]

    def has(self, word: str) -> bool:
        return word.casefold() in plain(self.title).casefold() or any(block.has(word) for block in self.blocks)


@dataclass(frozen=True)
class Page:
    """The rules of a game in one language, or how its moves are written, which has no numbered rules."""

    game: str
    title: str
    passages: tuple[Passage, ...]

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the rules."""
        return tuple(passage.number for passage in self.passages if passage.number is not None)

    @property
    def addresses(self) -> list[str]:
        """The addresses of the rules in messages: forbidden-city#8."""
        return [f"{self.game}#{number}" for number in self.numbers]

    @property
    def examples(self) -> list[str]:
        """The names of the examples, in the order of the page."""
        blocks = [block for passage in self.passages for block in passage.blocks]
        return [block.example for block in blocks if block.example is not None]

    def document(self) -> list[Document]:
        """The passages for the browser client, where the heading of a section is a block of its own."""
        found: list[Document] = []
        section = ""
        for passage in self.passages:
            blocks = [block.document() for block in passage.blocks]
            if passage.heading != section:
                section = passage.heading
                heading = {"kind": "heading", "id": slug(section), "inlines": _span_documents(section)}
                if passage.number is None:
                    blocks.insert(0, heading)
                else:
                    found.append({"number": None, "title": section, "blocks": [heading]})
            title = passage.title if passage.number is None else f"{passage.number}. {passage.title}"
            found.append({"number": passage.number, "title": title, "blocks": blocks})
        return found

    def rule(self, number: str) -> Passage | None:
        return next((passage for passage in self.passages if passage.number == number), None)

    def find(self, word: str) -> list[Passage]:
        """The passages that contain a word."""
        return [passage for passage in self.passages if passage.has(word)]

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the page, in lower case."""
        texts = [line for passage in self.passages for block in passage.blocks for line in block.lines]
        return frozenset(re.findall(r"[^\W\d_][\w'-]+", plain(" ".join(texts)).casefold()))


def slug(heading: str) -> str:
    """The address of a section: letters of any language, and hyphens.

    >>> slug("Where we depart from print!"), slug("L’empire, en bref")
    ('where-we-depart-from-print', 'lempire-en-bref')
    """
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading.lower()))


def read_rules(game: str, language: str = LANGUAGE) -> Page:
    """The rules of a game in a language, or in English if they are not translated."""
    return read_page("rules", game, language)


def read_notation(game: str, language: str = LANGUAGE) -> Page:
    """How the moves of a game are written, in a language, or in English if it is not translated."""
    return read_page("notation", game, language)


@cache
def read_page(folder: Folder, game: str, language: str) -> Page:
    """A page of a game in a language, or in English if it is not translated."""
    pages = [
        page
        for code in (language, LANGUAGES[0])
        if (page := resources.files(__package__).joinpath(code, folder, f"{game}.md")).is_file()
    ]
    return parse_page(game, pages[0].read_text(encoding="utf-8"))


def games_with(folder: Folder, language: str) -> list[str]:
    """The ids of the games that have such a page in a language."""
    pages = resources.files(__package__).joinpath(language, folder).iterdir()
    return sorted(page.name.removesuffix(".md") for page in pages if page.name.endswith(".md"))


def parse_page(game: str, source: str) -> Page:
    """Parse a page of a game."""
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
            heading_of_rule = _RULE_TITLE.match(chunk)
            number, name = anchor[1], heading_of_rule[1].rstrip(".。") if heading_of_rule else anchor[1]
        blocks.append(_read_block(chunk))
    end_passage()
    return Page(game, title.removeprefix("# "), tuple(passages))


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
