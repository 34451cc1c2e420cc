"""Random games of every title in which nothing is wrong; and what `make fuzz` leaves of one in which something is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from contract.cases import every_case
from support.dragon_editions import standard_document
from support.fuzz import FuzzError, fuzz, fuzz_all, main
from support.luck import scaled, seed_of
from support.teahouse import TEAHOUSE, Teahouse, TeaPosition, TeaShelf, tea_words
from tianxia.engine.chance import Stream
from tianxia.engine.native import i64, vec
from tianxia.engine.vectors import numbers
from tianxia.errors import RecordError
from tianxia.games import GAMES, AnyGame, find_game
from tianxia.games.base import Document, Setting
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.play import Match, read_record, verify

LEAST = {"emperor-of-china": 100, "forbidden-city": 50, "year-of-the-dragon": 150}
"""Decisions of a game, on an average; ten of one that is not told here."""


@pytest.mark.parametrize("id", sorted(GAMES))
def test_random_games(id: str, tmp_path: Path) -> None:
    """With every number of players and every set of options, by chance and by whim."""
    game = find_game(id)
    games = max(2, scaled(3, 20)) * max(100, len(every_case(game)))
    assert games >= 2 * len(every_case(game))
    assert fuzz(game, games, seed_of(1), tmp_path) > LEAST.get(id, 10) * games
    assert not list(tmp_path.iterdir())


# ---- games in which something is wrong


class ForgetfulGame(YearOfTheDragon):
    """It forgets who has built the wall when it reads a position."""

    def read_position(self, setting: Setting, document: object, scores: Sequence[int]) -> DragonPosition:
        assert isinstance(document, dict)
        nobody: list[list[str]] = [[] for _ in range(setting.players)]
        return super().read_position(setting, {**document, "wall": [], "wall_used": nobody}, scores)


def left_behind(failure: FuzzError) -> tuple[Match, Document]:
    """The match up to where something was wrong, verified, and its record."""
    document = json.loads(failure.file.read_text(encoding="utf-8"))
    assert f"tianxia show {failure.file}" in str(failure)
    assert document["fuzz"] in str(failure)
    return verify(read_record(document), TeaShelf()), document


def test_a_failure_leaves_a_record_that_replays(tmp_path: Path) -> None:
    game = ForgetfulGame(standard_document(), "standard.toml")
    with pytest.raises(FuzzError, match="reads back as another position") as failure:
        fuzz(game, 400, seed_of(2), tmp_path / "new")
    match, document = left_behind(failure.value)
    assert failure.value.file.parent == tmp_path / "new"
    assert document["players"] == match.setting.players
    assert match.view(None)["table"]["wall"]


def test_a_game_without_an_end_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(FuzzError, match="there is no end after 30 decisions") as failure:
        fuzz(find_game("year-of-the-dragon"), 1, seed_of(3), tmp_path, most=30)
    match, _ = left_behind(failure.value)
    assert len(match.moves) == 30
    assert not match.over


class DeadEnd(TeaPosition):
    """No move is legal in the second round."""

    def legal_actions(self) -> vec[i64]:
        return numbers([]) if self.round > 1 else super().legal_actions()


class Upside(TeaPosition):
    """The moves descend."""

    def legal_actions(self) -> vec[i64]:
        actions = list(super().legal_actions())
        return numbers(actions[::-1]) if self.round > 1 else numbers(actions)


class Cheat(TeaPosition):
    """Its random moves are not legal."""

    def random_action(self, stream: Stream) -> i64:
        return 99 if self.round > 1 else super().random_action(stream)


class Crash(TeaPosition):
    """It breaks down."""

    def apply_until_chance(self, action: int) -> None:
        if self.round > 1:
            raise ZeroDivisionError("of tea by zero")
        super().apply_until_chance(action)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (DeadEnd, "a dead end: no move is legal"),
        (Upside, "not ascending"),
        (Cheat, "the random action 99 is none of"),
        (Crash, r"ZeroDivisionError\('of tea by zero'\), when \"cup small\" was played"),
    ],
)
def test_whatever_is_wrong_is_told(wrong: type[TeaPosition], told: str, tmp_path: Path) -> None:
    class Wrong(Teahouse):
        def new(self, setting: Setting) -> TeaPosition:
            return wrong(setting.players, int(setting.options["rounds"]), bool(setting.options["sugar"]))

    with tea_words(), pytest.raises(FuzzError, match=told) as failure:
        fuzz(Wrong({"edition": "standard"}, ""), 8, seed_of(5), tmp_path)
    with tea_words():
        match, _ = left_behind(failure.value)
    assert not match.over
    assert match.position.round == 2


def test_a_wrong_result_is_told(tmp_path: Path) -> None:
    """Then the record does not agree with the rules, as it should be."""

    class NobodyWins(TeaPosition):
        def winners(self) -> vec[i64]:
            return numbers([])

    class Wrong(Teahouse):
        def new(self, setting: Setting) -> TeaPosition:
            return NobodyWins(setting.players, int(setting.options["rounds"]), bool(setting.options["sugar"]))

    with tea_words(), pytest.raises(FuzzError, match="nobody wins") as failure:
        fuzz(Wrong({"edition": "standard"}, ""), 1, seed_of(6), tmp_path)
    with tea_words(), pytest.raises(RecordError, match='"winners" should be'):
        left_behind(failure.value)


def test_all_games_go_on_after_a_failure(tmp_path: Path) -> None:
    games: list[AnyGame] = [ForgetfulGame(standard_document(), "standard.toml"), TEAHOUSE]
    with tea_words():
        failure, fine = fuzz_all(games, 400, seed_of(4), tmp_path)
    assert isinstance(failure, FuzzError)
    assert str(fine).startswith("teahouse: 400 games, ")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It tells its seed, with which it plays the same games again."""
    told = []
    for seed in ("7", "7", "8"):
        assert main(["--games", "20", "--seed", seed, "--folder", str(tmp_path)]) == 0
        told.append(capsys.readouterr().out)
    assert told[0].startswith("Seed 7, ")
    assert [line.partition(":")[0] for line in told[0].splitlines()[1:]] == sorted(GAMES)
    assert told[0] == told[1]
    assert told[0].splitlines()[1:] != told[2].splitlines()[1:]
