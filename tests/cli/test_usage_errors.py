"""Words of a command line that cannot be understood: told in the reader's language, with the way to the help."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from cyclopts import CycloptsError
from cyclopts.exceptions import TokenizationError

from tianxia.cli.app import app
from tianxia.cli.usage_errors import tell_misuse
from tianxia.words import LANGUAGES, say

GAME = "forbidden-city"
ARENA = ["arena", GAME, "--on", "moon"]
TOLD = {
    "an argument is missing": (
        ["legal"],
        "FILE is missing. See tianxia legal --help.",
        "Il manque FILE. tianxia legal --help en dit plus.",
        "缺少 FILE。详见 tianxia legal --help。",
    ),
    "a value is missing": (
        ["simulate", GAME, "--games"],
        "--games needs a value. See tianxia simulate --help.",
        "Il faut une valeur après --games. tianxia simulate --help en dit plus.",
        "--games 后面需要一个值。详见 tianxia simulate --help。",
    ),
    "no such option": (
        ["simulate", GAME, "--velocity", "9"],
        "There is no option --velocity here. See tianxia simulate --help.",
        "Il n'y a pas d'option --velocity ici. tianxia simulate --help en dit plus.",
        "这里没有选项 --velocity。详见 tianxia simulate --help。",
    ),
    "no such option, with its value": (
        ["simulate", GAME, "--velocity=9"],
        "There is no option --velocity here. See tianxia simulate --help.",
        "Il n'y a pas d'option --velocity ici. tianxia simulate --help en dit plus.",
        "这里没有选项 --velocity。详见 tianxia simulate --help。",
    ),
    "almost the help": (
        ["games", "--hepl"],
        "There is no option --hepl here: did you mean --help? See tianxia games --help.",
        "Il n'y a pas d'option --hepl ici : vouliez-vous dire --help ? tianxia games --help en dit plus.",
        "这里没有选项 --hepl：您是指 --help 吗？详见 tianxia games --help。",
    ),
    "almost an option": (
        ["simulate", GAME, "--gamse", "9"],
        "There is no option --gamse here: did you mean --games? See tianxia simulate --help.",
        "Il n'y a pas d'option --gamse ici : vouliez-vous dire --games ? tianxia simulate --help en dit plus.",
        "这里没有选项 --gamse：您是指 --games 吗？详见 tianxia simulate --help。",
    ),
    "an option of no command": (
        ["--velocity"],
        "There is no option --velocity here. See tianxia --help.",
        "Il n'y a pas d'option --velocity ici. tianxia --help en dit plus.",
        "这里没有选项 --velocity。详见 tianxia --help。",
    ),
    "no such command": (
        ["dance"],
        'There is no command "dance". See tianxia --help.',
        "Il n'y a pas de commande « dance ». tianxia --help en dit plus.",
        "没有命令“dance”。详见 tianxia --help。",
    ),
    "almost a command": (
        ["simulat"],
        'There is no command "simulat": did you mean simulate? See tianxia --help.',
        "Il n'y a pas de commande « simulat » : vouliez-vous dire simulate ? tianxia --help en dit plus.",
        "没有命令“simulat”：您是指 simulate 吗？详见 tianxia --help。",
    ),
    "too much": (
        ["games", "all", "please"],
        "Not expected here: all and please. See tianxia games --help.",
        "Ceci est de trop ici : all et please. tianxia games --help en dit plus.",
        "这里多了：all和please。详见 tianxia games --help。",
    ),
    "once too often": (
        ["simulate", GAME, "--games", "1", "--games", "2"],
        "--games can be given only once. See tianxia simulate --help.",
        "--games ne se donne qu'une fois. tianxia simulate --help en dit plus.",
        "--games 只能给一次。详见 tianxia simulate --help。",
    ),
    "no number": (
        ["legal", "game.json", "--at", "noon"],
        '--at must be a whole number, not "noon". See tianxia legal --help.',
        "--at doit être un nombre entier, pas « noon ». tianxia legal --help en dit plus.",
        "--at 必须是整数，不能是“noon”。详见 tianxia legal --help。",
    ),
    "neither yes nor no": (
        ["simulate", GAME, "--force=perhaps"],
        '--force can be true or false, not "perhaps". See tianxia simulate --help.',
        "--force peut être true ou false, pas « perhaps ». tianxia simulate --help en dit plus.",
        "--force 可以是 true 或 false，不能是“perhaps”。详见 tianxia simulate --help。",
    ),
    "no such choice": (
        ARENA,
        '--on cannot be "moon"; it can be processes or ray. See tianxia arena --help.',
        "--on ne peut pas être « moon » ; cela peut être processes ou ray. tianxia arena --help en dit plus.",
        "--on 不能是“moon”；可以是 processes或ray。详见 tianxia arena --help。",
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_misuse_is_told_in_every_language(case: str) -> None:
    arguments, *sentences = TOLD[case]
    with pytest.raises(CycloptsError) as raised:
        app(arguments, exit_on_error=False, print_error=False)
    message = tell_misuse(raised.value, app)
    assert message is not None
    assert [say(message, language=language) for language in LANGUAGES] == sentences


def test_what_has_no_sentence_of_its_own_is_left_to_others() -> None:
    assert tell_misuse(TokenizationError(msg="no closing quotation"), app) is None


def test_the_command_speaks_the_language_of_its_environment() -> None:
    command = [sys.executable, "-c", "from tianxia.cli import main; main()", *ARENA]
    environment = {**os.environ, "TIANXIA_LANGUAGE": "fr", "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"}
    ran = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.splitlines() == [TOLD["no such choice"][2]]
