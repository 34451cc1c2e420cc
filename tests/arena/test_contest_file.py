"""The file of a contest: whatever ended the work, it can be gone on with; what is broken is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.contests import played_here, small_contest, timeless
from tianxia.arena import Played
from tianxia.arena.contest_file import ContestFile, _differences, seed_in, write_game
from tianxia.errors import RecordError, TianxiaError
from tianxia.words import say

CONTEST = small_contest()


@pytest.fixture(scope="module")
def games() -> list[Played]:
    return played_here(CONTEST, 4)


@pytest.fixture
def path(tmp_path: Path, games: list[Played]) -> Path:
    """A file with four games."""
    file = tmp_path / "games.jsonl"
    with ContestFile(file, CONTEST) as archive:
        for game in games:
            archive.add(game)
    return file


def test_what_was_kept_is_read_again(path: Path, games: list[Played]) -> None:
    archive = ContestFile(path, CONTEST)
    assert not archive.is_cut
    assert list(archive.played) == [0, 1, 2, 3]
    assert timeless(list(archive.played.values())) == timeless([played_with_points_told(game) for game in games])
    assert [write_game(game) for game in archive.played.values()] == [write_game(game) for game in games]
    assert seed_in(path) == CONTEST.plan.seed


def played_with_points_told(game: Played) -> Played:
    """As the file tells it: sources that paid nothing are not told."""
    told = [{source: paid for source, paid in seat.items() if paid} for seat in game.points]
    return Played(game.fixture, game.scores, game.winners, told, game.moves, game.thinking, game.forfeits, game.record)


def test_a_cut_at_every_byte_of_the_last_line_loses_that_game_alone(path: Path, games: list[Played]) -> None:
    whole = path.read_bytes()
    begin = whole[:-1].rindex(b"\n") + 1
    for end in range(begin, len(whole)):
        path.write_bytes(whole[:end])
        archive = ContestFile(path, CONTEST)
        assert (list(archive.played), archive.is_cut) == ([0, 1, 2], end > begin)
        if end % 50 == 0 or end in (begin, len(whole) - 1):
            with archive:
                archive.add(games[3])
            assert path.read_bytes() == whole


def test_a_cut_in_the_first_line_begins_anew(path: Path, games: list[Played]) -> None:
    whole = path.read_bytes()
    for end in range(whole.index(b"\n") + 1):
        path.write_bytes(whole[:end])
        assert seed_in(path) is None
        with ContestFile(path, CONTEST) as archive:
            assert archive.played == {}
            for game in games:
                archive.add(game)
        assert path.read_bytes() == whole


def test_games_may_stand_in_any_order(path: Path) -> None:
    head, *lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([head, lines[3], lines[1]]))
    assert set(ContestFile(path, CONTEST).played) == {1, 3}


BREAKS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no object": (lambda game: [game], "that is not a JSON object"),
    "no number": (lambda game: game | {"number": None}, '"number" is missing'),
    "a number from nowhere": (lambda game: game | {"number": 10**9}, '"number" is missing or'),
    "a true number": (lambda game: game | {"number": True}, '"number" is missing or'),
    "the number of another": (lambda game: game | {"number": 2}, "not a game of this contest"),
    "there twice": (lambda game: game | {"number": 0, "seats": ["greedy", "random"]}, "appears twice"),
    "other seats": (lambda game: game | {"seats": ["random", "random"]}, "not a game of this contest"),
    "another round": (lambda game: game | {"round": 7}, "not a game of this contest"),
    "a score too few": (lambda game: game | {"scores": [1]}, "not a game of this contest"),
    "a score in words": (lambda game: game | {"scores": [1, "2"]}, '"scores" is missing'),
    "a score beyond all bounds": (lambda game: game | {"scores": [10**400, 1]}, '"scores" is missing or'),
    "a score below all bounds": (lambda game: game | {"scores": [1, -(10**9)]}, '"scores" is missing or'),
    "a score that is no whole number": (lambda game: game | {"scores": [1e308, 1]}, '"scores" is missing or'),
    "a winner twice": (lambda game: game | {"winners": [1, 1]}, '"winners" is missing or'),
    "nobody won": (lambda game: game | {"winners": []}, '"winners" is missing'),
    "a stranger won": (lambda game: game | {"winners": [3]}, "not a game of this contest"),
    "no points": (lambda game: {key: game[key] for key in game if key != "points"}, '"points" is missing'),
    "points of nobody": (lambda game: game | {"points": [{}, 3]}, '"points" is missing or'),
    "points beyond all bounds": (lambda game: game | {"points": [{"room": 10**400}, {}]}, '"points" is missing or'),
    "points from nowhere": (
        lambda game: game | {"points": [{"room": 1}, {"tips": 3}]},
        '"tips" is not a source of points in this game; the sources are room and last-tiles.',
    ),
    "no end of moves": (lambda game: game | {"moves": 10**400}, '"moves" is missing or'),
    "thought for ever": (
        lambda game: game | {"thinking": [{"choices": 1, "seconds": 1e308, "slowest": 0}] * 2},
        '"thinking" is missing or',
    ),
    "thought for longer": (
        lambda game: game | {"thinking": [{"choices": 1, "seconds": 1, "slowest": 10**400}] * 2},
        '"thinking" is missing or',
    ),
    "half a clock": (lambda game: game | {"thinking": [{"choices": 1}] * 2}, '"thinking" is missing or'),
    "time runs back": (
        lambda game: game | {"thinking": [{"choices": 1, "seconds": -1, "slowest": 0}] * 2},
        '"thinking" is missing or',
    ),
    "no forfeits": (lambda game: game | {"forfeits": None}, '"forfeits" is missing'),
    "a record in words": (lambda game: game | {"record": "none"}, '"record" is missing or'),
}


@pytest.mark.parametrize("case", BREAKS)
def test_a_broken_line_is_refused_by_its_number(path: Path, case: str) -> None:
    change, reason = BREAKS[case]
    lines = path.read_text().splitlines(keepends=True)
    lines[2] = json.dumps(change(json.loads(lines[2]))) + "\n"
    path.write_text("".join(lines))
    before = path.read_bytes()
    with pytest.raises(RecordError) as refused:
        ContestFile(path, CONTEST)
    assert str(refused.value).startswith(f"{path}, line 3: ")
    assert reason in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("line", [b"", b"{", b"\xff", b'{"number": NaN}'])
def test_a_line_that_is_no_json_is_refused(path: Path, line: bytes) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[1] = line
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(RecordError, match="line 2: that is not a JSON object"):
        ContestFile(path, CONTEST)


@pytest.mark.parametrize("seed", ["", "00", 7, "x" * 32, [], " ".join(["00"] * 16)])
def test_a_seed_that_is_none_is_refused(path: Path, seed: object) -> None:
    head, *games = path.read_text().splitlines(keepends=True)
    path.write_text("".join([json.dumps(json.loads(head) | {"seed": seed}) + "\n", *games]))
    with pytest.raises(RecordError, match="line 1: the seed must be 32 hex digits"):
        seed_in(path)


@pytest.mark.parametrize("content", ["my diary\n", "my diary", "{}\n", '{"game": "forbidden-city"}\n', "[]\n"])
def test_a_file_of_something_else_is_left_alone(path: Path, content: str) -> None:
    path.write_text(content)
    with pytest.raises(RecordError, match="is not the file of a contest"):
        ContestFile(path, CONTEST)
    assert path.read_text() == content


def test_another_contest_is_refused_with_what_differs(path: Path) -> None:
    others = {
        "Different players sat at the table: greedy, random there, random, greedy here.": small_contest(
            seats=("random", "greedy")
        ),
        "These games have the seed 000102030405060708090a0b0c0d0e0f, not 0000": small_contest(seed=bytes(16)),
        "played with other options: the usual ones there, start=halls here. Give": small_contest(
            options={"start": "halls"}
        ),
        "These are games of forbidden-city, not of year-of-the-dragon.": small_contest(game="year-of-the-dragon"),
    }
    for sentence, other in others.items():
        with pytest.raises(RecordError, match="has the games of another contest") as refused:
            ContestFile(path, other)
        assert sentence in str(refused.value)


@pytest.mark.parametrize(("key", "value"), [*CONTEST.document().items(), ("levels", ["a"])])
def test_every_difference_has_a_sentence_of_its_own(key: str, value: object) -> None:
    (difference,) = _differences({key: "sign"}, {key: value})
    assert difference.key.startswith("arena.differs.")
    assert say(difference).endswith(".")


def test_the_build_is_told_both_ways() -> None:
    compiled, interpreted = {"compiled": True}, {"compiled": False}
    assert "with the compiled engine; this one is interpreted" in say(_differences(compiled, interpreted)[0])
    assert "think less; this one is compiled." in say(_differences(interpreted, compiled)[0])


def test_two_cannot_write_at_once(path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        ContestFile(path, CONTEST),
        pytest.raises(TianxiaError, match="is being written by another"),
        ContestFile(path, CONTEST),
    ):
        pass
    with ContestFile(path, CONTEST):
        pass


def test_what_somebody_wrote_since_it_was_read_is_not_lost(path: Path, games: list[Played]) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: whole[:-1].rindex(b"\n") + 1])
    late = ContestFile(path, CONTEST)
    with ContestFile(path, CONTEST) as early:
        early.add(games[3])
    with pytest.raises(TianxiaError, match="is being written by another"), late:
        pass
    assert path.read_bytes() == whole


def test_an_edition_that_was_changed_makes_another_contest(tmp_path: Path) -> None:
    import tianxia.games.forbidden_city as package

    source = Path(package.__path__[0], "standard.toml").read_text().replace('edition = "standard"', 'edition = "mine"')
    edition = tmp_path / "mine.toml"
    edition.write_text(source)
    contest = small_contest(edition="mine", edition_files=(edition,))
    file = tmp_path / "games.jsonl"
    with ContestFile(file, contest):
        pass
    ContestFile(file, contest)
    edition.write_text(source + "\n# another word\n")
    with pytest.raises(RecordError, match="The file of the edition has changed"):
        ContestFile(file, contest)
