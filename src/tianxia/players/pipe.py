"""Programs in any language, over standard input and output: JSON lines. docs/write-a-bot.md describes the protocol.

A program is started when its seat has its first choice, and sent `hello`. Then it is asked for a `move`, and answers
with a line; so it goes on to the `end`, or to an error. Last its standard input is closed. Line n of its output answers
question n, however early it comes; so nothing but the time limit depends on when it comes.

Nothing waits without a limit here: sending and reading have a deadline, and the buffer of lines that were read but not
asked for is bounded.
"""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from tianxia.errors import ForfeitError, SettingError, TianxiaError
from tianxia.play import View
from tianxia.play.files import parse_json
from tianxia.players.effort import MOST_SECONDS
from tianxia.players.player import Player, ViewPlayer, quote
from tianxia.words import error

PROTOCOL: Final = 1
USUAL_SECONDS: Final = 60.0  # a move
LEAVE_WITHIN: Final = 2.0  # seconds to end by itself, once its standard input is closed
MOST_BYTES: Final = 65536  # of an answer, and of all that was written without being asked


class PipePlayer(ViewPlayer):
    """A player that is a program on this machine. Its command is split as a shell would, but no shell runs it."""

    is_repeatable = False

    def __init__(self, command: str, stand_in: Player) -> None:
        """The player of a command, which may begin with a time limit for moves, as in `10s:python3 bot.py`."""
        super().__init__(stand_in)
        self.spec = f"pipe:{command}"
        self.words, self.seconds = parse_command(command)  # the program and its arguments; for each answer
        self.program: Program | None = None  # before its first question, and after it was closed

    def answer(self, view: View) -> str:
        question = _line({"type": "move", "view": view})
        if self.program is None:
            self.program = Program(self.words, self.seconds)
            question = _line(self.greeting(view)) + question
        return _move_of(self.program.ask(question))

    def see_end(self, view: View) -> None:
        if self.program is not None:
            self.program.tell(_line({"type": "end", "view": view}))

    def close(self) -> None:
        program, self.program = self.program, None
        if program is not None:
            program.close()

    def greeting(self, view: View) -> dict[str, object]:
        """The first message to the program."""
        game, seat = view["game"], view["seat"]
        return {"type": "hello", "protocol": PROTOCOL, "game": game, "seat": seat, "seconds": self.seconds}


def parse_command(command: str) -> tuple[list[str], float]:
    """The words of a command, and its time limit in seconds.

    >>> parse_command("10s:python3 'my bot.py'")
    (['python3', 'my bot.py'], 10.0)
    """
    if not command.isprintable():  # it is a name in records and on screens
        raise error(SettingError, "setting.command-sign")
    limit = re.match("([0-9]{1,6}(?:[.][0-9]{1,6})?)s:", command)
    seconds = USUAL_SECONDS if limit is None else float(limit[1])
    if not 0 < seconds <= MOST_SECONDS:
        raise error(SettingError, "setting.command-seconds", seconds=f"{seconds:g}", most=MOST_SECONDS)
    try:
        words = shlex.split(command[limit.end() :] if limit else command)
    except ValueError:
        raise error(SettingError, "setting.command-quote", command=command) from None
    if not words or not words[0]:
        raise error(SettingError, "setting.command")
    return words, seconds


def _line(message: dict[str, object]) -> bytes:
    """A message as one line of ASCII, which is independent of the encoding that the program uses."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def _move_of(line: bytes) -> str:
    """The move in an answer; raises a forfeit that quotes the answer if there is none."""
    text = line.decode("utf-8", errors="replace").strip()
    try:
        answer = parse_json(text)
    except TianxiaError as failure:
        raise error(ForfeitError, "forfeit.json", answer=quote(text), reason=str(failure)) from None
    if not isinstance(answer, dict) or not isinstance(answer.get("move"), str):
        raise error(ForfeitError, "forfeit.no-move", answer=quote(text))
    move: str = answer["move"]
    return move


class Program:
    """A process in a process group of its own, with communication in lines."""

    def __init__(self, words: Sequence[str], seconds: float) -> None:
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as failure:
            raise error(ForfeitError, "forfeit.start", reason=failure.strerror or failure) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._output = self._process.stdout
        self._seconds = seconds
        self._unread = bytearray()  # what it wrote, and nobody asked for yet
        self._is_deaf = False  # it closed its standard input ...
        self._deaf_since = 0.0  # ... at this time
        self._is_mute = False  # it closed its standard output
        for stream in (self._input, self._output):
            os.set_blocking(stream.fileno(), False)

    def ask(self, question: bytes) -> bytes:
        """Send the program a question, and return its next line; raises `ForfeitError` if none comes in time."""
        deadline = monotonic() + self._seconds
        self._send(question, deadline)
        return self._next_line(deadline)

    def tell(self, message: bytes) -> None:
        """Send a message that needs no answer, if the program still reads."""
        with suppress(ForfeitError):
            self._send(message, monotonic() + LEAVE_WITHIN)

    def close(self) -> None:
        """Wait shortly for the program to end by itself; then kill its process group."""
        try:
            self._input.close()
            self._is_deaf = True
            self._listen_to_its_end(monotonic() + LEAVE_WITHIN)
        finally:
            with suppress(ProcessLookupError, PermissionError):  # nobody is left
                os.killpg(self._process.pid, signal.SIGKILL)
            self._input.close()
            self._output.close()
            self._process.wait()

    # ---- inside

    def _listen_to_its_end(self, deadline: float) -> None:
        with suppress(ForfeitError):
            while not self._is_mute:
                self._wait(deadline)
                self._read()
                self._unread.clear()

    def _send(self, message: bytes, deadline: float) -> None:
        """Send a message. While the program does not read, its output is read: else both would wait for ever."""
        unsent = memoryview(message)
        while unsent and not self._is_deaf and not self._is_mute:
            if len(self._unread) > MOST_BYTES:
                raise error(ForfeitError, "forfeit.ahead", most=MOST_BYTES)
            if self._input.fileno() in self._wait(deadline, select.POLLOUT):
                unsent = unsent[self._write(unsent) :]
            else:
                self._read()

    def _next_line(self, deadline: float) -> bytes:
        while (end := self._unread.find(b"\n")) < 0 and len(self._unread) <= MOST_BYTES:
            if self._is_mute:
                raise self._gone("forfeit.mute")
            if self._is_deaf:  # it will hear no more: only what it is about to say can be an answer
                deadline = min(deadline, self._deaf_since + LEAVE_WITHIN)
            if self._input.fileno() in self._wait(deadline):
                self._turn_deaf()
            self._read()
        if not 0 <= end <= MOST_BYTES:
            start = self._unread[:MOST_BYTES].decode("utf-8", errors="replace")
            raise error(ForfeitError, "forfeit.long", most=MOST_BYTES, answer=quote(start))
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def _wait(self, deadline: float, sending: int = 0) -> set[int]:
        """Wait until the program can be read or written to, or closes its input; returns which of both is ready."""
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        if not self._is_deaf:
            poll.register(self._input, sending)
        ready = {stream for stream, _ in poll.poll(1000 * max(0.0, deadline - monotonic()))}
        if not ready:
            raise self._late()
        return ready

    def _read(self) -> None:
        with suppress(BlockingIOError):
            chunk = os.read(self._output.fileno(), MOST_BYTES)
            self._unread += chunk
            self._is_mute = not chunk

    def _write(self, message: memoryview) -> int:
        try:
            return os.write(self._input.fileno(), message)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            self._turn_deaf()
            return 0

    def _turn_deaf(self) -> None:
        self._is_deaf = True
        self._deaf_since = monotonic()

    def _late(self) -> ForfeitError:
        if self._process.poll() is not None:  # something that it started lives on and holds its standard output
            return self._gone("forfeit.mute")
        if self._is_deaf:
            return error(ForfeitError, "forfeit.deaf")
        return error(ForfeitError, "forfeit.slow", seconds=f"{self._seconds:g}")

    def _gone(self, still_there: str) -> ForfeitError:
        """The error that says how the program ended; `still_there` is the key of the error if it did not end."""
        try:
            code = self._process.wait(LEAVE_WITHIN)
        except subprocess.TimeoutExpired:
            return error(ForfeitError, still_there)
        if code < 0:
            return error(ForfeitError, "forfeit.killed", signal=signal.strsignal(-code) or -code)
        return error(ForfeitError, "forfeit.ended", code=code)
