"""In the Year of the Dragon: the class through which everything else uses the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal

from tianxia.engine.journal import Journal, JournalNote, Payment
from tianxia.games.base import Document, Game, Option, Preview, Setting, Simulations, human_seat
from tianxia.games.year_of_the_dragon.environment.chance_model import DragonChanceModel
from tianxia.games.year_of_the_dragon.environment.observation import DragonSpace
from tianxia.games.year_of_the_dragon.evaluation.evaluation import DragonEvaluation
from tianxia.games.year_of_the_dragon.interface import documents, log, position_reader, puzzle_themes, reasons, view
from tianxia.games.year_of_the_dragon.interface.edition import PLAYERS, SUPER_NAMES, read_edition
from tianxia.games.year_of_the_dragon.interface.moves import DragonMove, read_move, write_move
from tianxia.games.year_of_the_dragon.interface.narrator import DragonNarrator
from tianxia.games.year_of_the_dragon.interface.notation import describe_action, number_at, parse_action
from tianxia.games.year_of_the_dragon.rules.choices import FLOOR, FLOOR_NEW, PALACE, REPLACE, palace_named
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import NO_SUPER_EVENT, RANDOM_SUPER_EVENT
from tianxia.words import Message

LARGE_PRICE_OF_2007: Final = 6
SUPER_EVENT_OPTION: Final = {
    "none": NO_SUPER_EVENT,
    "random": RANDOM_SUPER_EVENT,
    **{name: number for number, name in enumerate(SUPER_NAMES)},
}
"""The option `super_event` -> the position's field."""


class YearOfTheDragon(Game[DragonPosition]):
    """In the Year of the Dragon, by Stefan Feld (alea and Ravensburger, 2007 and 2017), for 2 to 5 players."""

    id: ClassVar[str] = "year-of-the-dragon"
    is_open: ClassVar[bool] = True
    rank: ClassVar[int] = 3
    opening: ClassVar[int] = 0
    simulations: ClassVar[Simulations] = Simulations(adept=100, master=4000, analysis=2000, pairs=250)
    player_counts: ClassVar[range] = range(PLAYERS[0], PLAYERS[-1] + 1)
    sources: ClassVar[Mapping[str, str]] = MappingProxyType(
        {source: log.rule(number) for source, number in log.SOURCES.items()}
    )

    tie_breaks: ClassVar[Mapping[str, str]] = MappingProxyType({"order-of-play": log.rule(12)})

    def __init__(self, document: dict[str, Any], file: str) -> None:
        self.box = read_edition(document, file)
        self.edition = self.box.name
        self._fresh: dict[tuple[int, bool, int, int], DragonPosition] = {}  # players, and the options
        self._network_space: DragonSpace | None = None

    # ---- before the game

    def options(self, players: int) -> Sequence[Option]:
        price = self.box.large_price
        prices = (price,) if price == LARGE_PRICE_OF_2007 else (price, LARGE_PRICE_OF_2007)
        return (
            Option("great_wall", (False, True), False),
            Option("super_event", tuple(SUPER_EVENT_OPTION), "none"),
            Option("large_privilege", prices, price),
        )

    def new(self, setting: Setting) -> DragonPosition:
        options = setting.options
        wall, price = bool(options["great_wall"]), int(options["large_privilege"])
        super_event = SUPER_EVENT_OPTION[str(options["super_event"])]
        key = (setting.players, wall, super_event, price)
        if key not in self._fresh:
            self._fresh[key] = DragonPosition(self.box.tables, setting.players, wall, super_event, price)
        return self._fresh[key].clone()

    def rules_in_short(self, position: DragonPosition) -> list[Message]:
        messages = super().rules_in_short(position)
        if position.great_wall:
            messages.append(Message("year-of-the-dragon.more.great_wall"))
        if position.super_event >= 0:
            month = {"month": int(position.tables.box.super_month)}
            messages.append(Message(f"year-of-the-dragon.more.{SUPER_NAMES[position.super_event]}", month))
        return messages

    def evaluation(self) -> DragonEvaluation:
        return DragonEvaluation()

    def space(self, setting: Setting) -> DragonSpace:
        return DragonSpace(self.box.tables)

    def network_space(self, position: DragonPosition) -> DragonSpace:
        if self._network_space is None:
            self._network_space = DragonSpace(self.box.tables)
        return self._network_space

    def chance_model(self, position: DragonPosition) -> DragonChanceModel:
        return DragonChanceModel(self, position)

    # ---- the parts of a record; nothing in them is hidden

    def write_setup(self, position: DragonPosition) -> Document:
        return documents.write_setup(position)

    def read_setup(self, position: DragonPosition, setup: object) -> None:
        documents.DragonReader(self.box, position).read_setup(setup)

    def read_chance(self, position: DragonPosition, action: int, chance: object) -> list[int]:
        return documents.DragonReader(self.box, position).read_chance(action, chance)

    def write_chance(self, position: DragonPosition, action: int, outcomes: Sequence[int]) -> object:
        return documents.write_groups(position) if outcomes else None

    def write_position(self, position: DragonPosition) -> Document:
        return documents.write_position(self.box, position)

    def read_position(self, setting: Setting, document: object, scores: Sequence[int]) -> DragonPosition:
        return position_reader.read_position(self.box, self.new(setting), document, scores)

    # ---- notation

    def describe_move(self, position: DragonPosition, action: int) -> DragonMove:
        return describe_action(self.box, position, action)

    def write_move(self, move: DragonMove) -> str:
        return write_move(move)

    def read_move(self, notation: str) -> DragonMove:
        return read_move(notation)

    def parse_move(self, position: DragonPosition, text: str, exact: bool = False) -> int:
        return parse_action(self.box, position, text, exact)

    # ---- for people: questions, reasons, views

    def question(self, position: DragonPosition) -> Message:
        return reasons.question(self.box, position)

    def why_not(self, position: DragonPosition, action: int) -> Message | None:
        return reasons.why_not(self.box, position, action)

    def is_forced(self, position: DragonPosition) -> bool:
        return len(position.legal_actions()) == 1  # everything is open

    def table(self, position: DragonPosition) -> view.DragonTable:
        return view.dragon_table(self.box, position)

    def preview(self, position: DragonPosition, action: int) -> Preview[view.GhostView, view.PreviewTable]:
        ahead = position.clone()
        journal = ahead.journal = Journal()
        ahead.apply_until_chance(action)
        ledger = [self.ledger_entry(entry) for entry in journal.entries if isinstance(entry, Payment)]
        table = view.preview_table(ahead, int(position.seat))
        return Preview(self._pieces(position, action), ledger, self.lines(ahead, journal.entries), table)

    def _pieces(self, position: DragonPosition, action: int) -> list[view.GhostView]:
        """The pieces that a move would place at the court: a person, or a floor."""
        person = view.person_view(self.box, int(position.held)) if position.held >= 0 else None
        palace = None
        if action >= PALACE:
            first, place, _ = palace_named(action)
            if first not in (PALACE, FLOOR, REPLACE):
                return []
            palace = number_at(position, place)
        elif action != FLOOR_NEW:
            return []
        kind: Literal["floor", "person"] = "floor" if person is None else "person"
        return [{"kind": kind, "seat": human_seat(int(position.seat)), "palace": palace, "person": person}]

    def puzzle_theme(self, position: DragonPosition, action: int) -> str | None:
        return puzzle_themes.theme(self, position, action)

    def narrator(self, position: DragonPosition) -> DragonNarrator:
        return DragonNarrator(self, position)

    def where(self, payment: Payment) -> str:
        return str(payment.where[0]) if payment.where else ""

    def lines(self, position: DragonPosition, entries: Sequence[Payment | JournalNote]) -> list[Message]:
        return log.log_lines(self.box, position, entries)


GAME: Final = YearOfTheDragon
