"""Programs over a pipe: what they are told, what they may answer, and what happens when they do not."""

from __future__ import annotations

import json
import os
import shlex
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from support.bots import FIRST, HOLD, Lifeline, write_bot
from tianxia.arena import play_match
from tianxia.engine.chance import stream_of
from tianxia.errors import ForfeitError, SettingError
from tianxia.games import GAMES, Shelf, find_game
from tianxia.play import Match, View, read_record, verify, write_record
from tianxia.players import Player, ask, closing, make_player, pipe, show_end
from tianxia.players.pipe import MOST_BYTES, PipePlayer
from tianxia.words import Message, say

SEED = bytes(range(16))
CITY = find_game("forbidden-city")


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """No thread, no open file, no process that ended and was not waited for."""
    threads, files, others = threading.active_count(), open_files(), children()
    yield
    assert threading.active_count() == threads
    assert open_files() == files
    with suppress(ChildProcessError):
        while ended := os.waitpid(-1, os.WNOHANG)[0]:
            assert ended in others


def children() -> set[int]:
    """Processes that other tests left, as far as the system tells: Ray's take their time to end."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it is gone
            parent = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                found.add(int(process.name))
    return found


def open_files() -> list[str]:
    return sorted(file.name for file in Path("/dev/fd").iterdir())


def begin(game: str = "forbidden-city", players: int | None = None, **more: object) -> Match:
    found = find_game(game)
    return Match.begin(found, found.setting(players or found.player_counts[0]), SEED, **more)


def play_against_random(match: Match, spec: str, seat: int = 1) -> Player:
    """Have the player of a spec play a match at one of its seats; it is closed."""
    players = [make_player("random", match.game) for _ in range(match.setting.players)]
    players[seat - 1] = make_player(spec, match.game)
    with closing(players):
        play_match(match, players, SEED)
    return players[seat - 1]


def pipe_player(spec: str) -> PipePlayer:
    player = make_player(spec, CITY)
    assert isinstance(player, PipePlayer)
    return player


def sentence(player: Player) -> str:
    assert isinstance(player.forfeit, Message)
    return say(player.forfeit)


def lines_in(file: Path) -> list[object]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# ---- a good program


@pytest.mark.parametrize("game", GAMES)
def test_a_program_plays_a_whole_game(game: str, tmp_path: Path) -> None:
    match = begin(game)
    seat = match.setting.players
    player = play_against_random(match, write_bot(tmp_path, FIRST), seat)
    assert match.over
    assert player.forfeit is None
    assert match.extra == {}
    assert len([move for move in match.moves if move.seat == seat]) > 10


def test_a_program_is_told_hello_its_choices_and_the_end(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    spy = f"""
    with open({str(heard)!r}, "wb") as file:
        for line in sys.stdin.buffer:
            file.write(line)
            message = json.loads(line)
            if message["type"] == "move":
                answer({{"move": message["view"]["legal"][-1], "thoughts": [1, None]}})
    """
    match = begin("emperor-of-china", names=["random", "Ada 天下", "pipe:9s:python3 /home/bo/bot.py --key x"])
    players = [make_player(spec, match.game) for spec in ("random", write_bot(tmp_path, spy, "7.5s:"), "random")]
    hello = {"type": "hello", "protocol": 1, "game": "emperor-of-china", "seat": 2, "seconds": 7.5}
    expected: list[object] = [hello]
    choices = []
    with closing(players):
        while (seat := match.to_move) is not None:
            view = match.view(seat)
            if seat == 2 and len(view["legal"]) > 1:
                expected.append({"type": "move", "view": view})
                choices.append(view["legal"][-1])
            move = ask(players[seat - 1], match, SEED)
            assert move == (choices[-1] if seat == 2 and len(view["legal"]) > 1 else move)
            match.move(seat, move)
        show_end(players, match)
        expected.append({"type": "end", "view": match.view(2)})
    assert lines_in(heard) == json.loads(json.dumps(expected))
    assert heard.read_bytes().isascii()
    assert b"pipe:bot.py" in heard.read_bytes()
    assert b"/home/bo" not in heard.read_bytes()
    assert len(choices) > 10


@pytest.mark.parametrize("game", ["forbidden-city", "emperor-of-china"])
def test_a_program_hears_nothing_that_its_seat_cannot_know(game: str, tmp_path: Path) -> None:
    """Two matches that differ in hidden things alone: every byte is the same."""
    found = find_game(game)
    setting = found.setting(3)
    heard = [tmp_path / "one", tmp_path / "two"]
    for number in range(4):
        position = found.new(setting)
        position.deal(SEED)
        for _ in range(9 * number):
            position.apply(position.random_action(stream_of(SEED, number)))
        other = position.clone()
        other.determinize(position.seat, stream_of(SEED, 100 + number))
        assert found.write_position(other) != found.write_position(position)
        for file, real in zip(heard, (position, other), strict=True):
            body = (
                f'open({str(file)!r}, "ab").write(b"".join(sys.stdin.buffer.readline() for _ in range(2)))\nanswer(0)'
            )
            with pytest.raises(ForfeitError), closing([player := pipe_player(write_bot(tmp_path, body))]):
                player.answer(Match(found, setting, real, seed=SEED).view(int(position.seat) + 1))
    assert heard[0].read_bytes() == heard[1].read_bytes()
    assert len(lines_in(heard[0])) == 8
    assert SEED.hex().encode() not in heard[0].read_bytes()


def test_line_n_answers_question_n_however_early_it_comes(tmp_path: Path) -> None:
    early = """
    for move in ("one", "two", "three"):
        answer({"move": move})
    sys.stdin.read()
    """
    view = begin().view(1)
    with closing([player := pipe_player(write_bot(tmp_path, early))]):
        assert [player.answer(view) for _ in range(3)] == ["one", "two", "three"]


def test_a_move_may_be_written_as_people_write_it(tmp_path: Path) -> None:
    match = begin()
    body = 'for view in views(): answer({"move": "  " + view["legal"][0].upper() + " "})'
    player = play_against_random(match, write_bot(tmp_path, body))
    assert player.forfeit is None
    verify(read_record(json.loads(json.dumps(write_record(match)))), Shelf())


def test_a_player_that_was_closed_can_be_asked_again(tmp_path: Path) -> None:
    """With a new process: a game can be taken up anywhere."""
    view = begin().view(1)
    player = pipe_player(write_bot(tmp_path, 'for view in views(): answer({"move": str(os.getpid())})'))
    answers = set()
    for _ in range(2):
        with closing([player]):
            answers |= {player.answer(view), player.answer(view)}
    assert len(answers) == 2


def test_nobody_is_asked_where_there_is_no_choice(tmp_path: Path) -> None:
    match = begin("emperor-of-china")
    body = """
    for view in views():
        answer({"move": view["legal"][0] if len(view["legal"]) > 1 else "nothing to choose"})
    """
    assert play_against_random(match, write_bot(tmp_path, body)).forfeit is None


# ---- forfeits

NO_JSON = "It is not JSON: there is an error at line 1, column 1."
NO_OBJECT = 'which is not an object with a string as its "move".'
TOO_LONG = f'it wrote a line of more than {MOST_BYTES} bytes: "{"x" * 59}…".'

FORFEITS = {
    "no JSON": ('print("pass", flush=True); sys.stdin.read()', f'it answered "pass". {NO_JSON}'),
    "an empty line": ("print()", 'it answered "". It is not complete JSON: the text ends at line 1, column 1.'),
    "half an object": ("print('{')", 'it answered "{". It is not complete JSON: the text ends at line 1, column 2.'),
    "nested too deep": ('print("[" * 50000)', f'it answered "{"[" * 59}…". It is nested too deeply.'),
    "no UTF-8": ('sys.stdout.buffer.write(b"\\xff\\x1b\\n")', f'it answered "\ufffd?". {NO_JSON}'),
    "half a character": (
        'print(\'{"move": "\\\\ud800"}\')',
        'it answered "{"move": "\\ud800"}". It has half a character (a lone surrogate).',
    ),
    "no object": ('answer(["0,-2 r1"])', f'it answered "["0,-2 r1"]", {NO_OBJECT}'),
    "no move": ('answer({"moves": 1})', f'it answered "{{"moves": 1}}", {NO_OBJECT}'),
    "a move that is no text": ('answer({"move": 3})', f'it answered "{{"move": 3}}", {NO_OBJECT}'),
    "an unreadable move": (
        'answer({"move": "north\\u001b!"})',
        'it answered the move "north?!". "north?!" is not a move: '
        'write a cell and a turn, for instance "2,-1 r1", or "set aside".',
    ),
    "an illegal move": (
        'answer({"move": "9,9 r0"})',
        'it answered the move "9,9 r0". 9,9 does not share a side with any laid cell.',
    ),
    "a line that is too long": (f'print("x" * {MOST_BYTES + 1}, flush=True); sys.stdin.read()', TOO_LONG),
    "a line without end": ('while True: sys.stdout.write("x" * 9999)', TOO_LONG),
    "megabytes": ("while True: print('{}')", f'it answered "{{}}", {NO_OBJECT}'),
    "an end without an answer": ("next(views())", "its program ended with exit code 0."),
    "an end after half a line": ("sys.stdout.write('{')", "its program ended with exit code 0."),
    "an end with a code": ("sys.exit(3)", "its program ended with exit code 3."),
    "a violent end": ("os.kill(os.getpid(), signal.SIGKILL)", "its program was ended by a signal: Killed."),
    "a closed standard output": ("os.close(1); signal.pause()", "its program closed its standard output."),
    "a closed standard input": ("os.close(0); signal.pause()", "its program closed its standard input."),
}


@pytest.mark.parametrize("case", FORFEITS)
def test_a_failure_forfeits_and_a_stand_in_plays_on(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body, reason = FORFEITS[case]
    if case.startswith("a closed"):  # it lives on: nobody needs to wait for its end
        monkeypatch.setattr(pipe, "LEAVE_WITHIN", 0.2)
    match = begin()
    spec = write_bot(tmp_path, body)
    player = play_against_random(match, spec)
    told = f'{reason} The player "greedy" goes on in its place.'
    assert sentence(player) == f"Seat 1 (pipe:bot 0.py) forfeits before move 1: {told}"
    greedy = begin()
    play_against_random(greedy, "greedy")
    assert match.moves == greedy.moves


@pytest.mark.parametrize(
    "body", ["sys.stdin.read()", "sys.stdout.write('{\"move\"'); sys.stdout.flush(); sys.stdin.read()"]
)
def test_no_whole_line_in_time_forfeits(body: str, tmp_path: Path) -> None:
    match = begin()
    player = play_against_random(match, write_bot(tmp_path, body, "0.3s:"))
    reason = "it did not answer within 0.3 s. An answer is a whole line, and must be flushed."
    assert f"forfeits before move 1: {reason} The player" in sentence(player)
    assert match.over


def test_a_program_that_dies_behind_its_children_is_noticed() -> None:
    """They hold its standard output open, so that it does not end."""
    player = play_against_random(begin(), "pipe:2s:sh -c 'tail -f /dev/null & read line; exit 4'")
    assert "its program ended with exit code 4." in sentence(player)


def ask_for_ever(player: PipePlayer, view: View) -> None:
    while True:
        assert player.answer(view) == "draft"


def test_a_program_that_writes_and_never_reads_does_not_block_us(tmp_path: Path) -> None:
    view = begin("year-of-the-dragon", 5).view(1)
    player = pipe_player(write_bot(tmp_path, 'while True: answer({"move": "draft"})'))
    with closing([player]), pytest.raises(ForfeitError) as forfeit:
        ask_for_ever(player, view)
    assert (
        str(forfeit.value) == f"it wrote more than {MOST_BYTES} bytes without being asked, and does not read its input."
    )


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("/no/such/program", "No such file or directory"),
        ("/", "Permission denied"),
        (sys.executable + "\N{GREEK SMALL LETTER ALPHA}", "No such file or directory"),
    ],
)
def test_a_command_that_cannot_be_started_forfeits(command: str, reason: str) -> None:
    match = begin()
    player = play_against_random(match, f"pipe:{command}")
    assert f"its program cannot be started: {reason}." in sentence(player)
    assert match.over


def test_the_record_tells_where_a_stand_in_took_over(tmp_path: Path) -> None:
    body = """
    for number, view in enumerate(views()):
        answer({"move": view["legal"][0] if number < 3 else "resign"})
    """
    spec = write_bot(tmp_path, body)
    match = begin(players=2, names=["random", spec])
    player = play_against_random(match, spec, seat=2)
    record = json.loads(json.dumps(write_record(match)))
    assert record["seats"] == ["random", spec]
    assert record["stand_ins"] == [{"seat": 2, "from": 8, "player": "greedy", "reason": sentence(player)}]
    assert record["moves"][7]["seat"] == 2
    assert "forfeits before move 8: it answered the move " in sentence(player)
    assert verify(read_record(record), Shelf()).extra["stand_ins"] == record["stand_ins"]


def test_every_seat_that_forfeits_is_told_of(tmp_path: Path) -> None:
    match = begin()
    match.extra["stand_ins"] = "what somebody else wrote there"
    players = [make_player("pipe:true", CITY), make_player("pipe:false", CITY)]
    with closing(players):
        play_match(match, players, SEED)
    assert [entry["seat"] for entry in match.extra["stand_ins"]] == [1, 2]
    assert ["exit code 0" in sentence(players[0]), "exit code 1" in sentence(players[1])] == [True, True]


# ---- nobody is left behind


def ended(pid: int) -> bool:
    """Whether a child has ended and was waited for."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


@pytest.mark.parametrize("how", ["signal.pause()", "while True: pass", "signal.signal(signal.SIGTERM, signal.SIG_IGN)"])
def test_a_program_that_does_not_leave_is_ended_with_its_children(how: str, tmp_path: Path) -> None:
    lifeline = Lifeline(tmp_path)
    child = 'subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], pass_fds=[lifeline])'
    body = (
        f'{HOLD.format(file=str(lifeline.file))}\n{child}\nnext(views())\nanswer({{"move": str(os.getpid())}})\n{how}'
    )
    player = pipe_player(write_bot(tmp_path, body))
    with closing([player]):
        pid = int(player.answer(begin().view(1)))
        lifeline.await_life()
        assert lifeline.is_held()
    lifeline.await_death()
    assert ended(pid)


def test_children_of_a_shell_command_are_ended_with_it(tmp_path: Path) -> None:
    lifeline = Lifeline(tmp_path)
    script = f"exec 3>{shlex.quote(str(lifeline.file))}; sleep 1000 >&3 & echo alive >&3; read line; echo '[]'; wait"
    player = play_against_random(begin(), f"pipe:{shlex.join(['sh', '-c', script])}")
    assert 'it answered "[]"' in sentence(player)
    lifeline.await_life()
    lifeline.await_death()


def test_players_are_closed_when_something_else_goes_wrong(tmp_path: Path) -> None:
    class Clumsy(Player):
        spec = "clumsy"

        def choose(self, position: object, stream: object) -> int:
            raise KeyboardInterrupt

    class Stubborn(Clumsy):
        def close(self) -> None:
            raise RuntimeError

    lifeline = Lifeline(tmp_path)
    spec = write_bot(tmp_path, HOLD.format(file=str(lifeline.file)) + FIRST + "\nsignal.pause()")
    players = [make_player(spec, CITY), Clumsy(), Stubborn()]
    with pytest.raises(RuntimeError) as failure, closing(players):
        play_match(begin(players=3), players, SEED)
    assert isinstance(failure.value.__context__, KeyboardInterrupt)
    lifeline.await_life()
    lifeline.await_death()


def test_a_program_has_time_to_leave_in_good_order(tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    body = f"""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "move":
            answer({{"move": message["view"]["legal"][0]}})
    open({str(diary)!r}, "w").write(json.dumps([message["type"], message["view"]["winners"], message["view"]["over"]]))
    """
    match = begin()
    play_against_random(match, write_bot(tmp_path, body))
    assert json.loads(diary.read_text()) == ["end", match.winners, True]


def test_making_a_player_starts_nothing(tmp_path: Path) -> None:
    traces = tmp_path / "traces"
    make_player(write_bot(tmp_path, f"open({str(traces)!r}, 'w')"), CITY)
    assert not traces.exists()


# ---- the spec


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("pipe", "pipe: must be followed by a command, for instance pipe:python3 bot.py."),
        ("pipe:", "pipe: must be followed by a command"),
        ("pipe: 3s:", "pipe: must be followed by a command"),
        ("pipe:''", "pipe: must be followed by a command"),
        ("pipe:cat\x1b[2J", "The command after pipe: must consist of printable characters"),
        ("pipe:cat\na", "The command after pipe: must consist of printable characters"),
        ("pipe:cat \udcff", "The command after pipe: must consist of printable characters"),
        ("pipe:cat 'a", 'The command "cat \'a" has an unclosed quotation mark, or a backslash at its end.'),
        ("pipe:cat \\", 'The command "cat \\" has an unclosed quotation mark, or a backslash'),
        ("pipe:0s:cat", "The seconds for a move, as in pipe:10s:COMMAND, must be above 0 and at most 3600, not 0."),
        ("pipe:3601s:cat", "must be above 0 and at most 3600, not 3601."),
    ],
)
def test_commands_that_make_no_sense_are_refused(spec: str, sentence: str) -> None:
    with pytest.raises(SettingError) as refusal:
        make_player(spec, CITY)
    assert sentence in str(refusal.value)


def test_a_command_is_split_as_a_shell_would_but_no_shell_runs_it() -> None:
    player = pipe_player("pipe:2.5s:python3 'my bot.py' $HOME --a=\"b c\" | cat")
    assert player.words == ["python3", "my bot.py", "$HOME", "--a=b c", "|", "cat"]
    assert (player.spec, player.seconds) == ("pipe:2.5s:python3 'my bot.py' $HOME --a=\"b c\" | cat", 2.5)
    assert pipe_player("pipe:Cat").seconds == 60
    assert not player.is_repeatable
