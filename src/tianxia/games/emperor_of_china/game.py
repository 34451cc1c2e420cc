"""The Emperor of China: the class through which everything else uses the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from tianxia.engine.journal import Journal, JournalNote, Payment
from tianxia.games.base import Document, Game, Option, Preview, Setting, Simulations, human_seat
from tianxia.games.emperor_of_china.environment.chance_model import EmperorChanceModel
from tianxia.games.emperor_of_china.environment.observation import EmperorSpace
from tianxia.games.emperor_of_china.evaluation.evaluation import EmperorEvaluation
from tianxia.games.emperor_of_china.interface import documents, log, puzzle_themes, redaction, view
from tianxia.games.emperor_of_china.interface.edition import PLAYERS, Side, read_edition
from tianxia.games.emperor_of_china.interface.log import rule
from tianxia.games.emperor_of_china.interface.narrator import EmperorNarrator
from tianxia.games.emperor_of_china.interface.notation import (
    PIECES,
    EmperorMove,
    describe_action,
    is_piece,
    parse_action,
    piece_of,
    place_id,
    read_move,
    region_at,
    write_move,
)
from tianxia.games.emperor_of_china.interface.reasons import why_not
from tianxia.games.emperor_of_china.rules.position import DONE, PASS, EmperorPosition
from tianxia.games.emperor_of_china.rules.scoring import ALLIANCES, HOUSES, ROADS
from tianxia.games.emperor_of_china.rules.state import DRAWING, SECOND_PIECE
from tianxia.words import Message


class EmperorOfChina(Game[EmperorPosition]):
    """The Emperor of China, by Michael Schacht (Abacusspiele and Überplay, 2005), for 3 to 5 players."""

    id: ClassVar[str] = "emperor-of-china"
    rank: ClassVar[int] = 2
    opening: ClassVar[int] = 4
    simulations: ClassVar[Simulations] = Simulations(adept=100, master=5000, analysis=4000, pairs=300)
    player_counts: ClassVar[range] = range(PLAYERS[0], PLAYERS[-1] + 1)
    sources: ClassVar[Mapping[str, str]] = MappingProxyType(
        {log.SOURCES[HOUSES]: rule(5), log.SOURCES[ALLIANCES]: rule(10), log.SOURCES[ROADS]: rule(11)}
    )

    tie_breaks: ClassVar[Mapping[str, str]] = MappingProxyType({"pieces-left": rule(12)})

    def __init__(self, document: dict[str, Any], file: str) -> None:
        self.box = read_edition(document, file)
        self.edition = self.box.name
        self._fresh: dict[tuple[int, str, bool], EmperorPosition] = {}  # players, side, fortifications
        self._spaces: dict[tuple[int, str], EmperorSpace] = {}  # players, side

    # ---- before the game

    def options(self, players: int) -> Sequence[Option]:
        sides = tuple(side.id for side in self.box.sides_for(players))
        return Option("side", sides, sides[0]), Option("fortifications", (False, True), False)

    def new(self, setting: Setting) -> EmperorPosition:
        side, fortifications = str(setting.options["side"]), bool(setting.options["fortifications"])
        key = (setting.players, side, fortifications)
        if key not in self._fresh:
            self._fresh[key] = EmperorPosition(self.box.side(side).tables, setting.players, fortifications)
        return self._fresh[key].clone()

    def evaluation(self) -> EmperorEvaluation:
        return EmperorEvaluation()

    def space(self, setting: Setting) -> EmperorSpace:
        return self._new_space(setting.players, self.box.side(str(setting.options["side"])))

    def _new_space(self, players: int, side: Side) -> EmperorSpace:
        return EmperorSpace(side.tables, players, self.box.sides.index(side))

    def network_space(self, position: EmperorPosition) -> EmperorSpace:
        players, side = int(position.players), self._side_of(position)
        if (players, side.id) not in self._spaces:
            self._spaces[players, side.id] = self._new_space(players, side)
        return self._spaces[players, side.id]

    def chance_model(self, position: EmperorPosition) -> EmperorChanceModel:
        return EmperorChanceModel(self, position)

    # ---- the parts of a record

    def write_setup(self, position: EmperorPosition) -> Document:
        return documents.write_setup(self.box, position)

    def read_setup(self, position: EmperorPosition, setup: object) -> None:
        documents.read_setup(self.box, position, setup)

    def redact_setup(self, setup: Document, position: EmperorPosition, seat: int) -> Document:
        return setup if position.over else redaction.redact_setup(setup, seat)

    def hand_is_known(self, setup: Document, chances: Sequence[Any], position: EmperorPosition, seat: int) -> bool:
        return not any(None in cards for cards in (setup["hands"][seat], *chances) if cards)

    def fill_in(self, position: EmperorPosition, unknown_seats: Collection[int], action: int, chance: Any) -> object:
        return redaction.fill_in(self.box, position, unknown_seats, action, chance)

    def read_chance(self, position: EmperorPosition, action: int, chance: object) -> list[int]:
        return documents.read_chance(self.box, position, action, chance)

    def write_chance(self, position: EmperorPosition, action: int, outcomes: Sequence[int]) -> object:
        return [self.box.colours[colour] for colour in outcomes] or None

    def redact_chance(self, move: str, chance: Any, owner: int, seat: int) -> object:
        return redaction.redact_chance(move, chance, owner, seat)

    def write_position(self, position: EmperorPosition) -> Document:
        return documents.write_position(self.box, position)

    def read_position(self, setting: Setting, document: object, scores: Sequence[int]) -> EmperorPosition:
        return documents.read_position(self.box, self.new(setting), document, scores)

    # ---- notation

    def describe_move(self, position: EmperorPosition, action: int) -> EmperorMove:
        return describe_action(self.box, action)

    def write_move(self, move: EmperorMove) -> str:
        return write_move(move)

    def read_move(self, notation: str) -> EmperorMove:
        return read_move(notation)

    def parse_move(self, position: EmperorPosition, text: str, exact: bool = False) -> int:
        return parse_action(self.box, position, text, exact)

    # ---- for people: questions, reasons, views

    def question(self, position: EmperorPosition) -> Message:
        if position.phase == DRAWING:
            key = "draw" if position.in_pile else "take"
            return Message(f"emperor-of-china.question.{key}", {"cards": int(position.to_draw)}, rule(6))
        if position.phase == SECOND_PIECE:
            region = self.box.regions[position.region].name
            return Message("emperor-of-china.question.second-piece", {"region": region}, rule(2))
        key = "turn" if position.can_exchange() else "turn-or-pass"
        return Message(f"emperor-of-china.question.{key}", {}, rule(1))

    def why_not(self, position: EmperorPosition, action: int) -> Message | None:
        return why_not(self.box, position, action)

    def is_forced(self, position: EmperorPosition) -> bool:
        if len(position.legal_actions()) != 1:
            return False
        if position.phase == DRAWING or not position.hidden(position.seat):
            return True
        # a hidden card could pay for a piece, if there was a place for one
        return position.legal_actions()[0] in (DONE, PASS) and not position.has_place()

    def table(self, position: EmperorPosition) -> view.EmperorTable:
        return view.emperor_table(self.box, self._side_of(position), position)

    def _side_of(self, position: EmperorPosition) -> Side:
        return next(side for side in self.box.sides if side.tables is position.tables)

    def own(self, position: EmperorPosition, seat: int) -> view.OwnCards:
        return view.own_cards(self.box, position, seat)

    def preview(self, position: EmperorPosition, action: int) -> Preview[view.GhostView, view.EmperorChanges]:
        ahead = position.clone()
        journal = ahead.journal = Journal()
        ahead.apply_until_chance(action)
        while ahead.awaits_chance:  # no card changes who scores: any will do, and none is shown
            ahead.settle(ahead.outcomes()[0])
        entries = [entry for entry in journal.entries if isinstance(entry, Payment) or entry.kind not in log.UNFORESEEN]
        ledger = [self.ledger_entry(entry) for entry in entries if isinstance(entry, Payment)]
        lines = self.lines(ahead, entries)
        if not is_piece(action):
            return Preview([], ledger, lines)
        kind, place, _ = piece_of(action)
        at = place_id(self.box, kind, place)
        piece: view.GhostView = {"kind": PIECES[kind], "seat": human_seat(int(position.seat)), "at": at}
        changes = view.changes(self.box, position, ahead, region_at(self.box, kind, place))
        return Preview([piece], ledger, lines, changes)

    def puzzle_theme(self, position: EmperorPosition, action: int) -> str | None:
        return puzzle_themes.theme(self, position, action)

    def narrator(self, position: EmperorPosition) -> EmperorNarrator:
        return EmperorNarrator(self, position)

    def where(self, payment: Payment) -> str:
        return log.where(self.box, payment)

    def lines(self, position: EmperorPosition, entries: Sequence[Payment | JournalNote]) -> list[Message]:
        return log.log_lines(self.box, position, entries)


GAME: Final = EmperorOfChina
