"""Forbidden City: the class through which everything else uses the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from tianxia.engine.journal import Journal, JournalNote, Payment
from tianxia.games.base import Document, Game, Option, Preview, Setting, Simulations, human_seat
from tianxia.games.documents import read_no_chance
from tianxia.games.forbidden_city.environment.candidates import CandidateSpace
from tianxia.games.forbidden_city.environment.chance_model import CityChanceModel
from tianxia.games.forbidden_city.environment.observation import CitySpace
from tianxia.games.forbidden_city.evaluation.evaluation import CityEvaluation
from tianxia.games.forbidden_city.interface import documents, puzzle_themes, view
from tianxia.games.forbidden_city.interface.edition import STARTS, read_edition
from tianxia.games.forbidden_city.interface.narrator import CityNarrator
from tianxia.games.forbidden_city.interface.notation import (
    CityMove,
    describe_action,
    is_far,
    parse_action,
    print_spot,
    read_move,
    write_move,
)
from tianxia.games.forbidden_city.rules.packing import spot_of
from tianxia.games.forbidden_city.rules.position import (
    LAST_TILES,
    ROOM,
    SET_ASIDE,
    SOCKET_MASK,
    STEP,
    CityPosition,
)
from tianxia.games.forbidden_city.rules.tables import OPEN
from tianxia.words import Message

DIRECTIONS = ("north", "east", "south", "west")


class ForbiddenCity(Game[CityPosition]):
    """Forbidden City, by Reiner Knizia (Jumbo, 2018), for 2 to 4 players."""

    id: ClassVar[str] = "forbidden-city"
    rank: ClassVar[int] = 1
    opening: ClassVar[int] = 4
    simulations: ClassVar[Simulations] = Simulations(adept=50, master=1500, analysis=1500, pairs=200)
    player_counts: ClassVar[range] = range(2, 5)
    sources: ClassVar[Mapping[str, str]] = MappingProxyType(
        {view.SOURCES[ROOM]: "forbidden-city#10", view.SOURCES[LAST_TILES]: "forbidden-city#12"}
    )

    def __init__(self, document: dict[str, Any], file: str) -> None:
        self.box = read_edition(document, file)
        self.edition = self.box.name
        self._fresh: dict[tuple[int, int], CityPosition] = {}  # players, start side -> the start tile laid
        self._network_space: CandidateSpace | None = None

    # ---- before the game

    def options(self, players: int) -> Sequence[Option]:
        return (Option("start", STARTS, STARTS[0]),)

    def new(self, setting: Setting) -> CityPosition:
        start = STARTS.index(str(setting.options["start"]))
        key = (setting.players, start)
        if key not in self._fresh:
            self._fresh[key] = CityPosition(self.box.tables, setting.players, start)
        return self._fresh[key].clone()

    def evaluation(self) -> CityEvaluation:
        return CityEvaluation()

    def space(self, setting: Setting) -> CitySpace:
        return CitySpace(self.box.tables)

    def compact_space(self, setting: Setting) -> CandidateSpace:
        return CandidateSpace(self.box.tables)

    def network_space(self, position: CityPosition) -> CandidateSpace:
        if self._network_space is None:
            self._network_space = CandidateSpace(self.box.tables)
        return self._network_space

    def chance_model(self, position: CityPosition) -> CityChanceModel:
        return CityChanceModel(self, position)

    # ---- the parts of a record

    def write_setup(self, position: CityPosition) -> Document:
        return documents.write_setup(self.box, position)

    def read_setup(self, position: CityPosition, setup: object) -> None:
        documents.read_setup(self.box, position, setup)

    def redact_setup(self, setup: Document, position: CityPosition, seat: int) -> Document:
        return documents.redact_setup(setup, position, seat)

    def hand_is_known(self, setup: Document, chances: Sequence[Any], position: CityPosition, seat: int) -> bool:
        return documents.hand_is_known(setup, position, seat)

    def read_chance(self, position: CityPosition, action: int, chance: object) -> list[int]:
        return read_no_chance(chance)

    def write_chance(self, position: CityPosition, action: int, outcomes: Sequence[int]) -> object:
        return None

    def redact_chance(self, move: str, chance: Any, owner: int, seat: int) -> object:
        return chance

    def write_position(self, position: CityPosition) -> Document:
        return documents.write_position(self.box, position)

    def read_position(self, setting: Setting, document: object, scores: Sequence[int]) -> CityPosition:
        return documents.read_position(self.box, setting, document, scores)

    # ---- notation

    def describe_move(self, position: CityPosition, action: int) -> CityMove:
        return describe_action(action)

    def write_move(self, move: CityMove) -> str:
        return write_move(move)

    def read_move(self, notation: str) -> CityMove:
        return read_move(notation)

    def parse_move(self, position: CityPosition, text: str, exact: bool = False) -> int:
        return parse_action(self.box, position, text, exact)

    # ---- for people: questions, reasons, views

    def question(self, position: CityPosition) -> Message:
        if position.fits_somewhere():
            return Message("forbidden-city.question.lay", {}, "forbidden-city#2")
        return Message("forbidden-city.question.set-aside", {}, "forbidden-city#11")

    def why_not(self, position: CityPosition, action: int) -> Message | None:
        if action == SET_ASIDE:
            fits = position.fits_somewhere()
            return Message("forbidden-city.reason.fits", {}, "forbidden-city#11") if fits else None
        spot = action >> 2
        action = spot * 4 + self.box.tiles[position.hand(position.seat)].smallest_turn(action & 3)
        if position.is_legal(action):
            return None
        if is_far(spot):
            return Message("forbidden-city.reason.far", {}, "forbidden-city#2")
        at = print_spot(spot)
        if any(spot_of(cell) == spot for cell in position.cells):
            return Message("forbidden-city.reason.taken", {"at": at}, "forbidden-city#2")
        place = position.free_place(spot)
        if place < 0:
            return Message("forbidden-city.reason.apart", {"at": at}, "forbidden-city#2")
        return self._clash(position, action, position.frontier[place] & SOCKET_MASK)

    def _clash(self, position: CityPosition, action: int, socket: int) -> Message:
        """Ruling 3: open sides of two colours would meet."""
        tables = self.box.tables
        picture = position.hand(position.seat) * 4 + (action & 3)
        direction = tables.conflict(picture, socket)
        values = {
            "at": print_spot(action >> 2),
            "colour": self.box.colours[tables.sides[picture * 4 + direction] - OPEN],
            "direction": DIRECTIONS[direction],
            "other": self.box.colours[tables.demand(socket, direction) - 1],
            "beside": print_spot((action >> 2) + STEP[direction]),
        }
        return Message("forbidden-city.reason.colours", values, "forbidden-city#3")

    def is_final(self, position: CityPosition, action: int) -> bool:
        return True

    def table(self, position: CityPosition) -> view.CityTable:
        return view.city_table(self.box, position)

    def own(self, position: CityPosition, seat: int) -> view.OwnTile:
        return view.own_tile(self.box, position, seat)

    def preview(self, position: CityPosition, action: int) -> Preview[view.CellView, view.CityChanges]:
        ahead = position.clone()
        journal = ahead.journal = Journal()
        ahead.play_tile(action)  # not the end of the turn: what is drawn, or turned over at the end, is not public
        ledger = [self.ledger_entry(entry) for entry in journal.entries if isinstance(entry, Payment)]
        lines = self.lines(ahead, journal.entries)
        if action == SET_ASIDE:
            return Preview([], ledger, lines)
        tile = self.box.tiles[position.hand(position.seat)]
        piece = view.piece_view(tile, action >> 2, action & 3, human_seat(int(position.seat)))
        return Preview([piece], ledger, lines, view.changes(self.box, position, ahead))

    def puzzle_theme(self, position: CityPosition, action: int) -> str | None:
        return puzzle_themes.theme(self, position, action)

    def narrator(self, position: CityPosition) -> CityNarrator:
        return CityNarrator(self, position)

    def where(self, payment: Payment) -> str:
        return view.where(self.box, payment)

    def lines(self, position: CityPosition, entries: Sequence[Payment | JournalNote]) -> list[Message]:
        return view.log_lines(self.box, position, entries)


GAME: Final = ForbiddenCity
