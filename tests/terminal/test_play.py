"""Games played by typing: what a person is told, what is kept, and how to leave and come back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from terminal.screens import Screen, Typist, begin, moving, resume_hint
from tianxia.games import Shelf, find_game
from tianxia.games.base import OptionValue
from tianxia.play import Match, read_record, replay, verify
from tianxia.play.files import parse_json
from tianxia.players import Player, make_player
from tianxia.terminal import play
from tianxia.words import text

SEED = bytes(16)
RANDOM = make_player("random", find_game("forbidden-city"))


class Table:
    """One person (or several) against programs, at a screen without colours."""

    def __init__(
        self,
        lines: Iterable[str],
        then: Callable[[], str] | None = None,
        *,
        match: Match | None = None,
        players: list[Player | None] | None = None,
        save: Path | None = None,
        width: int = 100,
    ) -> None:
        self.match = match or begin(3, names=["Ada", "random", "random"], confirming=[1])
        self.screen = Screen(width)
        self.typist = Typist(self.screen, lines, then)
        self.players = players if players is not None else [None, RANDOM, RANDOM]
        play(self.match, self.players, self.screen.console, save, SEED, resume_hint, self.typist)

    @property
    def text(self) -> str:
        return self.screen.text

    def answer(self, line: str) -> str:
        """What typing a line brought about, on one line."""
        return " ".join(self.typist.answer(line).split())


def load(file: Path) -> Match:
    return replay(read_record(parse_json(file.read_text(encoding="utf-8"))), Shelf())


# ---- a whole game


def test_a_whole_game_against_programs(tmp_path: Path) -> None:
    match = begin(3, names=["Ada", "random", "random"], confirming=[1])
    file = tmp_path / "game.json"
    table = Table([], moving(match), match=match, save=file)
    assert match.over
    assert "The game is over" in table.text
    assert "last tiles" in table.text
    record = read_record(parse_json(file.read_text(encoding="utf-8")))
    assert verify(record, Shelf()).scores == match.scores
    assert "--resume" not in table.text


def test_programs_alone_play_before_spectators() -> None:
    match = begin(2, names=["random", "random"])
    table = Table([], match=match, players=[RANDOM, RANDOM])
    assert match.over
    assert table.text.count(" lays ") >= 50
    assert "Your tile" not in table.text


def test_programs_choose_the_same_with_the_same_seed() -> None:
    one, two = begin(2), begin(2)
    for match in (one, two):
        Table([], match=match, players=[RANDOM, RANDOM])
    assert one.moves == two.moves


def test_without_confirming_a_move_is_played_at_once() -> None:
    match = begin(2)
    Table([match.legal_moves()[0]], match=match, players=[None, RANDOM])
    assert len(match.moves) == 2


def test_programs_need_no_confirming() -> None:
    match = begin(2, confirming=[1, 2])
    Table([], match=match, players=[RANDOM, RANDOM])
    assert match.over


def test_a_forfeit_is_told_to_those_at_the_table_once() -> None:
    match = begin(2, names=["Ada", "pipe:false"])
    table = Table([match.legal_moves()[0], "board"], match=match, players=[None, make_player("pipe:false", match.game)])
    told = "Seat 2 (pipe:false) forfeits before move 2: its program ended with exit code 1."
    assert " ".join(table.text.split()).count(told) == 1
    assert len(match.moves) == 2


def test_a_forfeit_is_told_to_everybody_behind_the_curtain() -> None:
    match = begin(3, names=["Ada", "Bo", "pipe:false"])
    players = [None, None, make_player("pipe:false", match.game)]
    table = Table([], moving(match), match=match, players=players)
    told = "Seat 3 (pipe:false) forfeits before move 3: its program ended with exit code 1."
    assert " ".join(table.text.split()).count(told) == 2


# ---- moves


def test_a_move_waits_until_it_is_confirmed() -> None:
    match = begin(3, confirming=[1])
    move = match.legal_moves()[4]
    table = Table([move, "yes"], match=match)
    assert "This would happen:" in table.answer(move)
    assert f"Purple lays a tile at {move.split()[0]}: " in table.answer(move)
    assert table.typist.prompts[1] == "Enter plays it, u takes it back: "
    assert match.moves[0].move == move
    assert len(match.moves) == 3


def test_a_move_that_waits_can_be_taken_back() -> None:
    match = begin(3, confirming=[1])
    one, two = match.legal_moves()[:2]
    table = Table([one, "u", two, ""], match=match)
    assert table.answer("u").startswith("Taken back.")
    assert match.moves[0].move == two
    assert "takes the last move back" not in table.text  # what only waited never happened


def test_an_illegal_move_is_refused_with_the_rule() -> None:
    table = Table(["9,9 r0", "0,0 r0"])
    assert table.answer("9,9 r0") == "9,9 does not share a side with any laid cell. (Rule: forbidden-city#2)"
    assert table.answer("0,0 r0") == "There is a tile at 0,0 already. (Rule: forbidden-city#2)"
    assert table.match.moves == []


def test_an_unreadable_move_is_quoted() -> None:
    table = Table(["north!", "2,,1"])
    assert table.answer("north!").startswith('"north!" is not a move: write a cell and a turn')
    assert table.answer("2,,1").startswith('"2,,1" is not a move')


def test_a_move_that_could_be_several_is_asked_about() -> None:
    match = begin(3)
    cell = match.legal_moves()[0].split()[0]
    assert f'"{cell}" could be {cell} r0' in Table([cell], match=match).answer(cell)


def test_another_move_takes_the_place_of_one_that_waits() -> None:
    match = begin(3, confirming=[1])
    one, two = match.legal_moves()[:2]
    Table([one, two, "9,9 r0", ""], match=match)
    assert match.moves[0].move == two
    assert [entry.kind for entry in match.log[:4]] == ["move", "undo", "move", "confirm"]


def test_what_is_past_cannot_be_taken_back() -> None:
    assert Table(["undo"]).answer("undo").startswith("There is nothing to undo")


def test_enter_without_a_move_that_waits_says_so() -> None:
    assert Table([""]).answer("") == "There is no move to confirm. Type a move, or ? for help."


def test_case_and_blanks_do_not_matter() -> None:
    match = begin(3, confirming=[1])
    x, y = match.legal_moves()[0].split()[0].split(",")
    Table([f"  {x} , {y}   R 0  ", "YES"], match=match)
    assert match.moves[0].move == f"{x},{y} r0"


# ---- words


def test_help_names_every_word() -> None:
    table = Table(["?", "\uff1f", "help"])  # the second is that of Chinese keyboards
    assert table.answer("?") == table.answer("\uff1f") == table.answer("help")
    for word in ("moves", "hint", "preview", "undo", "log", "rooms", "tile", "scores", "save", "quit"):
        assert word in table.answer("?")


def test_moves_lists_them_all() -> None:
    match = begin(3)
    answer = Table(["moves"], match=match).answer("moves").replace(" r", "r").split()
    assert sorted(answer) == sorted(move.replace(" ", "") for move in match.legal_moves())


def test_a_hint_shows_good_moves_and_plays_nothing() -> None:
    match = begin(3, names=["Ada", "random", "random"])
    answer = Table(["hint"], match=match).answer("hint")
    assert answer.startswith("What Ada could do, by ")
    assert any(move in answer for move in match.legal_moves())
    assert match.moves == []


def test_a_hint_takes_a_move_and_seconds() -> None:
    match = begin(3)
    best = Table(["hint 0.01s"], match=match).answer("hint 0.01s")
    other = next(move for move in reversed(match.legal_moves()) if f" {move} " not in best)
    for words in (f"hint 0.01s {other}", f"hint 0.01S  {other.replace(' ', '')}"):
        assert f" {other} " in Table([words], match=match).answer(words)
    assert match.moves == []


def test_what_a_hint_does_not_take_is_told() -> None:
    table = Table(["hint please", "hint 9,9 r0", "hint 99999s"])
    assert "hint takes a thinking time, a move to ask about, or both" in table.answer("hint please")
    assert "does not share a side" in table.answer("hint 9,9 r0")
    assert "at most 3600 s" in " ".join(table.answer("hint 99999s").split())


def test_preview_shows_a_move_and_plays_nothing() -> None:
    match = begin(3)
    move = match.legal_moves()[0]
    table = Table([f"preview {move}", "preview", "preview 9,9 r0"], match=match)
    assert "This would happen: Purple lays" in table.answer(f"preview {move}")
    assert table.answer("preview") == "Name a move: preview MOVE."
    assert "does not share a side" in table.answer("preview 9,9 r0")
    assert match.moves == []


def test_log_tells_what_happened_in_sentences() -> None:
    match = begin(3, names=["Ada", "random", "random"], confirming=[1])
    move = match.legal_moves()[0]
    table = Table(["log", move, "", "log"], match=match)
    answers = [text for line, text in table.typist.answers if line == "log"]
    assert answers[0] == "Nothing has happened yet.\n"
    assert answers[1].startswith("Ada lays ")
    assert "random (Yellow) lays " in answers[1]
    assert "random (Red) lays " in answers[1]


def test_a_long_log_is_cut_unless_all_is_asked_for() -> None:
    match = begin(3)
    last = iter(["log", "log all", "quit", "quit"])
    table = Table([], lambda: moving(match)() if len(match.moves) < 30 else next(last), match=match)
    assert table.answer("log").startswith("(")
    assert "earlier lines: log all shows everything.)" in table.answer("log")
    assert table.answer("log all").count(" lays ") == 30
    assert table.typist.answer("log all").endswith("\n".join(table.typist.answer("log").splitlines()[1:]) + "\n")


def test_looks_of_the_game() -> None:
    table = Table(["rooms", "tile", "hand", "scores", "ledger", "board"])
    assert "open ends" in table.answer("rooms")
    assert table.answer("tile").startswith("Your tile: ")
    assert table.answer("tile") == table.answer("hand")
    assert table.answer("scores").startswith("Nobody has been paid yet.")
    assert table.answer("scores") == table.answer("ledger")
    assert "Lay your tile" in table.answer("board")


# ---- a game in which all is open


def begin_dragon(players: int, **options: OptionValue) -> Match:
    game = find_game("year-of-the-dragon")
    setting = game.setting(players, options)
    return Match.begin(game, setting, SEED, names=["Ada", "Bo", "Cy", "Di", "Ed"][:players])


def test_where_all_is_open_there_is_no_curtain() -> None:
    """Everybody at the screen moves in turn, and is told what the others did."""
    match = begin_dragon(3)
    asked = []

    def go() -> str:
        if match.view(None)["table"]["month"] == 3:
            raise EOFError
        asked.append(match.to_move)
        return match.legal_moves()[0]

    screen = Screen(100, colours=True)
    typist = Typist(screen, [], go)
    play(match, [None] * 3, screen.console, None, SEED, resume_hint, typist)
    assert set(asked) == {1, 2, 3}
    assert len(asked) == len([entry for entry in match.log if entry.kind == "move" and not entry.forced]) > 20
    assert "the screen is yours" not in screen.text
    assert "\x1b[2J" not in screen.text
    assert not [prompt for prompt in typist.prompts if prompt == text("terminal.prompt.curtain")]


def test_the_rules_are_told_with_those_of_the_options() -> None:
    wall, flood = "The Great Wall: an eighth action builds a wall tile", "Flood, in month 7 after the event"
    for great_wall, super_event in ((False, "none"), (True, "none"), (False, "flood"), (True, "flood")):
        match = begin_dragon(2, great_wall=great_wall, super_event=super_event)
        told = Table(["rules"], match=match, players=[None, RANDOM]).answer("rules")
        assert "Most points wins" in told
        assert (wall in told, flood in told) == (great_wall, super_event == "flood")


# ---- keeping, leaving, coming back


def test_every_move_is_kept(tmp_path: Path) -> None:
    match = begin(3, confirming=[1])
    file = tmp_path / "game.json"
    move = match.legal_moves()[0]
    Table([move, ""], match=match, save=file)
    assert [played.move for played in load(file).moves] == [played.move for played in match.moves]
    assert list(file.parent.iterdir()) == [file]  # no draft is left behind


@pytest.mark.parametrize("leave", ["quit", "q", "exit", None])
def test_leaving_says_how_to_go_on(tmp_path: Path, leave: str | None) -> None:
    file = tmp_path / "my game.json"
    table = Table([leave] if leave else [], save=file)
    assert table.text.endswith(f"Resume it with: tianxia play --resume '{file}'\n")  # unbroken, to be copied
    assert load(file).moves == []


def test_ctrl_c_leaves_too(tmp_path: Path) -> None:
    match = begin(3, confirming=[1])
    lines = iter([match.legal_moves()[0]])

    def interrupt(_: str) -> str:
        line = next(lines, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    screen = Screen(200)
    play(match, [None, RANDOM, RANDOM], screen.console, tmp_path / "game.json", SEED, resume_hint, interrupt)
    assert "The move that you had typed was not played." in screen.text
    assert "--resume" in screen.text
    assert load(tmp_path / "game.json").moves == []


def test_a_game_is_taken_up_again_and_finished(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = begin(3, names=["Ada", "random", "random"], confirming=[1])
    lines = [line for _ in range(3) for line in ("go", "")]
    go = moving(first)
    left = iter(lines)
    Table([], lambda: go() if next(left, None) is not None else "quit", match=first, save=file)
    assert 0 < len(first.moves) < 60

    second = load(file)
    second.confirming = frozenset([1])
    table = Table([], moving(second), match=second, save=file)
    assert second.over
    assert second.moves[: len(first.moves)] == first.moves
    assert verify(read_record(parse_json(file.read_text(encoding="utf-8"))), Shelf()).over
    told = table.text.split("Forbidden City")[0]
    assert told.count(" lays ") == 3  # the last round before, not the whole game


def test_save_keeps_a_copy_and_overwrites_nothing(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("mine")
    free = tmp_path / "free.json"
    lines = ["save", f"save {other}", "quit", f"save {free}", f"save {free}", "save", "quit"]
    table = Table(lines, width=200)
    answers = [text.strip() for _, text in table.typist.answers]
    assert answers[0] == "Name a file: save FILE."
    assert answers[1] == text("file.exists", file=other)
    assert other.read_text() == "mine"
    assert answers[2].startswith("This game is not saved.")
    assert answers[3] == answers[4] == answers[5] == f"Saved in {free}."
    assert "Resume it with: tianxia play --resume" in table.text
    assert json.loads(free.read_text())["tianxia"] == 1


def test_quit_twice_leaves_a_game_that_is_kept_nowhere() -> None:
    table = Table(["quit", "moves", "quit", "quit"])
    assert len(table.typist.prompts) == 4
    assert table.text.rstrip().endswith("The game was not saved.")


def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    match = begin(2, confirming=[1])
    blocked = tmp_path / "file"
    blocked.write_text("")
    lines = [match.legal_moves()[0], "", "quit"]
    table = Table(lines, match=match, players=[None, RANDOM], save=blocked / "x.json")
    assert "cannot be written" in " ".join(table.text.split())
    assert len(match.moves) == 2
    assert "This game is not saved" in table.answer("quit")
    assert "--resume" not in table.text


def test_signs_that_could_upset_the_terminal_are_not_echoed() -> None:
    table = Table(["\x1b[2J\x07"])
    assert "\x1b" not in table.text
    assert "\x07" not in table.text
