"""Plays a match in the terminal: people type, programs choose.

All that a person is shown comes from the view and the log of that person's seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.control import Control
from rich.segment import ControlType, Segment
from rich.status import Status
from rich.style import Style
from rich.text import Text

from tianxia.errors import IllegalError, TianxiaError, UnreadableError
from tianxia.games.base import AnyPreview
from tianxia.play import LogEntry, Match
from tianxia.players import Effort, Player, ask, closing, show_end
from tianxia.teaching import advise_with_reason
from tianxia.terminal import palette, tables
from tianxia.terminal.advice import draw_advice
from tianxia.terminal.canvas import NO_STYLE, PLAIN
from tianxia.terminal.drawer import Shown
from tianxia.terminal.drawing import draw, lists
from tianxia.terminal.keeping import Keeper
from tianxia.terminal.speech import seat_names, sentence
from tianxia.words import Message, printable, say, text

ReadLine = Callable[[str], str]
"""Prompt -> the typed line; raises `EOFError` or `KeyboardInterrupt` if the person leaves."""
LATELY: Final = 20  # lines of the log
HINT_EFFORT: Final = Effort(seconds=2.0)
HINT_MOVES: Final = 4


def play(
    match: Match,
    players: Sequence[Player | None],
    console: Console,
    save: Path | None,
    seed: bytes,
    resume_hint: Callable[[Path], str],
    read_line: ReadLine = input,
) -> None:
    """Play a match to its end, or until a person leaves. `None` among the players is a person.

    The record is written to `save` after every move. Random numbers of programs come from `seed`. A player who leaves
    sees the command that continues the game, the `resume_hint`. In the end the players are closed.
    """
    with closing(players):
        _Sitting(match, players, console, Keeper(match, save), seed, resume_hint, read_line).go_on()


class _Leave(Exception):  # noqa: N818 (no error: the person leaves)
    pass


class _Sitting:
    """A match and its players at this terminal."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player | None],
        console: Console,
        keeper: Keeper,
        seed: bytes,
        resume_hint: Callable[[Path], str],
        read_line: ReadLine,
    ) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.keeper = keeper
        self.seed = seed
        self.resume_hint = resume_hint
        self.read_line = read_line
        self.names = seat_names(match.names)
        self.people = [seat for seat, player in enumerate(players, 1) if player is None]
        self.at_screen: int | None = None  # the person who looks at it, when there are several
        self.entries_seen: dict[int | None, int] = {}  # seat -> how many entries of the log it has seen
        self.forfeits: list[Message] = []  # of programs, in this sitting
        self.forfeits_seen: dict[int | None, int] = {}  # seat -> how many of them it has seen
        self.first_news = max(0, match.sequence - len(players))  # a game taken up again: its last moves
        self.warned = False  # that leaving would lose the game

    def go_on(self) -> None:
        try:
            self.keep()
            while (seat := self.match.to_move) is not None:
                player = self.players[seat - 1]
                if player is None:
                    self.ask(seat)
                else:
                    self.let_choose(seat, player)
            self.finish()
        except (_Leave, EOFError, KeyboardInterrupt):
            self.leave()

    # ---- saying

    def print_line(self, line: str, style: Style = NO_STYLE) -> None:
        if self.console.options.ascii_only:
            line = line.translate(PLAIN)
        self.console.print(Text(line, style))

    def tell_unbroken(self, key: str, **values: object) -> None:
        """Print a line without wrapping it, so that the name of a file can be copied."""
        self.console.print(Text(sentence(Message(key, values), self.names)), soft_wrap=True)

    def say(self, key: str, style: Style = NO_STYLE, **values: object) -> None:
        self.print_line(sentence(Message(key, values), self.names), style)

    def refuse(self, refusal: TianxiaError) -> None:
        """Print why a command was refused, with the rule behind it."""
        reason = refusal.reason if isinstance(refusal, IllegalError) else None
        if not isinstance(reason, Message):
            self.print_line(printable(str(refusal)), palette.REFUSED)
        elif reason.rule is None:
            self.print_line(sentence(reason, self.names), palette.REFUSED)
        else:
            self.say("terminal.rule", palette.REFUSED, sentence=sentence(reason, self.names), rule=reason.rule)

    def tell_news(self, seat: int | None) -> None:
        """Print what happened since this seat last saw the log."""
        log = self.match.log_for(seat)
        lines = self.log_lines(log, self.entries_seen.get(seat, self.first_news))
        self.entries_seen[seat] = len(log)
        for line in lines:
            self.print_line(line)
        for forfeit in self.forfeits[self.forfeits_seen.get(seat, 0) :]:
            self.print_line(sentence(forfeit, self.names), palette.REFUSED)
        self.forfeits_seen[seat] = len(self.forfeits)

    def log_lines(self, log: Sequence[LogEntry], first: int = 0) -> list[str]:
        lines = []
        for number, entry in enumerate(log[first:], first):
            # a pending move that was undone is shown to nobody
            if entry.kind == "undo" and not log[number - 1].pending:
                lines.append(sentence(Message("terminal.log.undo", {"seat": entry.seat}), self.names))
            for place, line in enumerate(entry.lines):
                lines.append(("  " if place else "") + sentence(line, self.names))
        return lines

    # ---- moves

    def keep(self) -> None:
        try:
            self.keeper.keep()
        except TianxiaError as refusal:
            self.refuse(refusal)

    def let_choose(self, seat: int, player: Player) -> None:
        """Let a program make its move."""
        had_forfeited = player.forfeit is not None
        with self.thinking(seat):
            move = ask(player, self.match, self.seed)
        self.match.move(seat, move)
        if player.forfeit is not None and not had_forfeited:
            self.forfeits.append(player.forfeit)
        if self.match.pending is not None:
            self.match.confirm(seat)
        self.keep()
        if not self.people:
            self.tell_news(None)

    def thinking(self, seat: int) -> Status:
        """A spinner."""
        return self.console.status(Text(sentence(Message("terminal.thinking", {"seat": seat}), self.names)))

    def ask(self, seat: int) -> None:
        """Let a person make a move: show the view, and read input until a move is made."""
        self.draw_curtain(seat)
        self.show(seat)
        moves = len(self.match.moves)
        while not self.match.over and len(self.match.moves) == moves:
            waiting = self.match.pending is not None
            message = Message("terminal.prompt.confirm" if waiting else "terminal.prompt.move", {"seat": seat})
            line = printable(self.read_line(sentence(message, self.names))).strip()
            try:
                self.obey(seat, line)
            except TianxiaError as refusal:
                self.refuse(refusal)

    def draw_curtain(self, seat: int) -> None:
        """Hide the screen between turns, where several people share it."""
        if self.match.game.is_open:  # there is nothing to see
            self.at_screen = seat
        if len(self.people) > 1 and self.at_screen != seat:
            self.wipe()
            self.say("terminal.next", palette.STRONG, seat=seat)
            if self.read_line(text("terminal.prompt.curtain")).strip().lower() in QUIT:
                raise _Leave
            self.wipe()
            self.at_screen = seat

    def wipe(self) -> None:
        """Clear the screen and its scrollback, which may show another player's hand."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            control = Control.clear()
            control.segment = Segment("\x1b[3J\x1b[2J\x1b[H", None, [(ControlType.CLEAR,), (ControlType.HOME,)])
            self.console.control(control)
        else:
            self.console.print("\n" * self.console.height)

    def show(self, seat: int) -> None:
        self.tell_news(seat)
        self.draw(seat, self.waiting())

    def draw(self, seat: int, preview: AnyPreview | None) -> None:
        self.console.print()
        self.console.print(draw(self.match.view(seat), preview=preview))

    def waiting(self) -> AnyPreview | None:
        """The preview of the pending move."""
        pending = self.match.pending
        return None if pending is None else self.match.game.preview(self.match.position, pending)

    # ---- words

    def obey(self, seat: int, line: str) -> None:
        """Carry out a typed line: a known command, or else a move."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        self.warned = self.warned and word in QUIT
        if word in QUIT:
            self.quit()
        elif word in WORDS and not (word in HASTY and rest):
            WORDS[word](self, seat, rest)
        elif word in (views := lists(self.match.game.id)):
            self.console.print(views[word](Shown(self.match.view(seat), self.waiting())))
        else:
            self.move(seat, line)

    def move(self, seat: int, line: str) -> None:
        self.match.move(seat, line)
        if self.match.pending is not None:
            self.show(seat)
        else:
            self.keep()

    def confirm(self, seat: int, _: str) -> None:
        if self.match.pending is not None:
            self.match.confirm(seat)
            self.keep()
        elif len(legal := self.match.view(seat)["legal"]) == 1:
            self.move(seat, legal[0])
        else:
            self.say("terminal.nothing-waits")

    def undo(self, seat: int, _: str) -> None:
        only_waited = self.match.pending is not None
        self.match.undo(seat)
        self.say("terminal.undone")
        if only_waited:
            self.show(seat)
        else:
            self.keep()

    def preview(self, seat: int, line: str) -> None:
        if not line and self.match.pending is None:
            self.say("terminal.preview-what")
            return
        self.draw(seat, self.match.preview(seat, line) if line else self.waiting())

    def hint(self, seat: int, words: str) -> None:
        first, _, rest = words.partition(" ")
        has_seconds = re.fullmatch("[0-9.]+s", first.lower()) is not None
        effort, typed = (Effort.parse(first), rest.strip()) if has_seconds else (HINT_EFFORT, words)
        try:
            about = self.match.exact_move(seat, typed) if typed else None
        except UnreadableError as refusal:
            self.refuse(refusal)
            self.say("terminal.hint-what")
            return
        try:
            with self.thinking(seat):
                advice = advise_with_reason(self.match, effort, self.seed, about)
        except KeyboardInterrupt:  # Ctrl-C ends the waiting, not the game
            self.say("terminal.hint-stopped")
            return
        self.console.print(draw_advice(advice, self.names, HINT_MOVES, about))

    def list_moves(self, seat: int, _: str) -> None:
        moves = self.match.view(seat)["legal"]
        self.console.print(Columns([Text(move) for move in moves], padding=(0, 3), equal=True))

    def tell_log(self, seat: int, how_much: str) -> None:
        lines = self.log_lines(self.match.log_for(seat))
        lately = lines if how_much.lower() == "all" else lines[-LATELY:]
        if not lines:
            self.say("terminal.log.empty")
        if len(lately) < len(lines):
            self.say("terminal.log.earlier", palette.SOFT, entries=len(lines) - len(lately))
        for line in lately:
            self.print_line(line)

    def tell_scores(self, seat: int, _: str) -> None:
        self.console.print(tables.ledger(self.match.view(seat)))

    def help(self, seat: int, _: str) -> None:
        self.print_line(text("terminal.help").strip("\n"))
        self.print_line(text(f"terminal.{self.match.game.id}.help").strip("\n"))

    def rules(self, seat: int, _: str) -> None:
        parts = [say(part).strip("\n") for part in self.match.game.rules_in_short(self.match.position)]
        self.print_line("\n\n".join(parts))

    def save(self, seat: int, name: str) -> None:
        self.tell_unbroken("terminal.save.done", file=self.keeper.save(name))

    # ---- the end

    def quit(self) -> None:
        if not self.keeper.kept and not self.warned:
            self.warned = True
            self.say("terminal.leave.warning")
            return
        raise _Leave

    def finish(self) -> None:
        """Print the last moves and the result, without hiding anything."""
        self.tell_news(self.people[0] if len(self.people) == 1 else self.at_screen)
        self.console.print()
        self.console.print(draw(self.match.view(None)))
        if self.keeper.kept:
            self.say("terminal.kept", palette.SOFT, file=self.keeper.file)
        show_end(self.players, self.match)

    def leave(self) -> None:
        """Print how to continue the game; every move is saved already."""
        self.console.print()
        if self.match.pending is not None:
            self.say("terminal.leave.pending")
        if self.keeper.kept and self.keeper.file is not None:
            self.tell_unbroken("terminal.leave.resume", command=self.resume_hint(self.keeper.file))
        else:
            self.say("terminal.leave.unsaved")


QUIT: Final = ("quit", "q", "exit")
HASTY: Final = ("h", "y", "u")  # words only by themselves: else a move may begin so
WORDS: Final[dict[str, Callable[[_Sitting, int, str], None]]] = {
    "": _Sitting.confirm,
    "y": _Sitting.confirm,
    "yes": _Sitting.confirm,
    "confirm": _Sitting.confirm,
    "n": _Sitting.undo,
    "no": _Sitting.undo,
    "u": _Sitting.undo,
    "undo": _Sitting.undo,
    "?": _Sitting.help,
    "\uff1f": _Sitting.help,  # the question mark of Chinese keyboards
    "h": _Sitting.help,
    "help": _Sitting.help,
    "hint": _Sitting.hint,
    "moves": _Sitting.list_moves,
    "rules": _Sitting.rules,
    "preview": _Sitting.preview,
    "board": lambda sitting, seat, _: sitting.show(seat),
    "log": _Sitting.tell_log,
    "scores": _Sitting.tell_scores,
    "ledger": _Sitting.tell_scores,
    "save": _Sitting.save,
}
