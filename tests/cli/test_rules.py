"""`rules`: all of them, one, or those in which a word stands."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from support.command import Run, sentence
from tianxia.cli.rules import draw_passage
from tianxia.games import GAMES
from tianxia.words.catalogue import LANGUAGES
from tianxia.words.rules import FOLDERS, Folder, plain, read_notation, read_page, read_rules


@pytest.mark.parametrize("game", GAMES)
def test_all_rules_are_told(run: Run, game: str) -> None:
    ran = run("rules", game)
    assert ran.code == 0
    told, notation = " ".join(ran.out.split()), read_notation(game)
    rules, moves = told.split(f" {notation.title} ")
    for page, shown in ((read_rules(game), rules), (notation, moves)):
        for passage in page.passages:
            for block in passage.blocks:
                if block.kind != "table":  # its cells are broken into lines
                    for line in block.lines:
                        assert " ".join(plain(line).split()) in shown


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_cut_off_in_any_language(game: str, language: str, folder: Folder) -> None:
    """A line without blanks, at which it could be broken, is broken anywhere."""
    console = Console(file=io.StringIO(), width=60)
    for passage in read_page(folder, game, language).passages:
        with console.capture() as told:
            console.print(draw_passage(passage))
        shown = "".join(told.get().split())
        for block in passage.blocks:
            if block.kind != "table":
                for line in block.lines:
                    assert "".join(plain(line).split()) in shown
        assert "…" not in shown


@pytest.mark.parametrize("typed", ["8", "#8", "forbidden-city#8"])
def test_one_rule_by_its_number(run: Run, typed: str) -> None:
    ran = run("rules", "forbidden-city", typed)
    assert ran.code == 0
    assert "8. Value. A closed room" in ran.out
    assert "9. Several rooms" not in ran.out
    assert "Example: Blue closes" in ran.out


def test_all_rules_with_a_word_in_them(run: Run) -> None:
    ran = run("rules", "Year of the Dragon", "great", "wall")
    assert ran.code == 0
    assert "14. The Great Wall (an option)." in ran.out
    assert "the wall is scored once more" in ran.out  # a rule is told whole
    assert ran.out.endswith('"great wall" appears in 3 passages.\n')
    assert "Everything is open" not in ran.out
    rules, notation = ran.out.split("How to write moves: In the Year of the Dragon")
    assert "14. The Great Wall" in rules
    assert "great_wall" in notation


def test_a_word_of_the_notation_is_found_below_its_title(run: Run) -> None:
    ran = run("rules", "year-of-the-dragon", "starve")
    assert ran.code == 0
    assert ran.out.startswith("\nHow to write moves: In the Year of the Dragon\n\nMoves\n")
    assert "starve 2 old healer" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], 'There is no game "chess"; the games are emperor-of-china, forbidden-city and year-of-the-dragon.'),
        (["of"], 'There is no game "of"; the games are emperor-of-china, forbidden-city and year-of-the-dragon.'),
        (["emperor", "99"], "The Emperor of China has no rule 99: they go from 1 to 15."),
        (
            ["emperor", "emisary"],
            'The rules of The Emperor of China do not mention "emisary"; did you mean emissary or emissaries?',
        ),
        (["emperor", "qqqqq"], 'The rules of The Emperor of China do not mention "qqqqq".'),
    ],
)
def test_what_is_not_there_is_said_to_be_missing(run: Run, words: list[str], said: str) -> None:
    assert sentence(run("rules", *words)) == said
