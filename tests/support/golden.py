"""What the golden files hold of each game: a record of every setting and of every kind of end, playthroughs of the
settings, and perft counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from contract.cases import Case, cases_of
from support.emperor import draw as draw_emperor
from support.luck import seed_of
from tianxia.games import find_game
from tianxia.games.base import OptionValue
from tianxia.play import Match

GOLDEN = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True)
class End:
    """A kind of end that has a record of its own, the first of some random games that end so."""

    has_come: Callable[[Match], bool]
    begin: Callable[[int], Match]  # number of the game -> its beginning


@dataclass(frozen=True)
class GoldenGame:
    """One game."""

    id: str
    about_perft: str  # at the top of its perft file
    perft_after: tuple[int, ...]  # so many moves; -3: three before the end
    ends: Mapping[str, End]
    told_in_full: str  # the setting whose playthrough tells every decision (see `words_of`)
    prefers: tuple[
        str, ...
    ] = ()  # how moves begin that are mostly played in games with odd numbers, else all are alike

    @property
    def cases(self) -> list[Case]:
        return list(cases_of(find_game(self.id)))

    @property
    def perft_file(self) -> Path:
        return GOLDEN / f"{self.id}.perft"

    def playthrough_file(self, case: Case) -> Path:
        return GOLDEN / "playthroughs" / f"{self.id}-{words_of(case)}.txt"

    def number(self, case: Case) -> int:
        """Of the random game that is the record of a setting: an odd one where some moves are preferred."""
        return 2 * self.cases.index(case) + 1 if self.prefers else case.players

    def record_file(self, words: str) -> Path:
        """The file of a setting (see `words_of`), or of a kind of end."""
        return GOLDEN / f"{self.id}-{words}.json"


def words_of(case: Case) -> str:
    """A setting in a file name: "4-four-five-fortifications"."""
    words = [name if value is True else str(value) for name, value in case.options if value is not False]
    return "-".join([str(case.players), *words]).replace("_", "-")


# ---- the games


def has_shared_victory(match: Match) -> bool:
    return len(match.winners) > 1


def begin_with_three(game: str, number: int) -> Match:
    found = find_game(game)
    return Match.begin(found, found.setting(3), seed_of(number))


FORBIDDEN_CITY = GoldenGame(
    id="forbidden-city",
    about_perft="""\
# Forbidden City: sequences of moves from seeded games. `python -m support.make_golden` writes this file;
# support/perft.py tells its form. The numbers are the engine's own, pinned; the legal moves behind them are compared
# with brute force in test_properties.py.
""",
    perft_after=(0, 5, 20, -3),
    ends={"shared": End(has_shared_victory, lambda number: begin_with_three("forbidden-city", number))},
    told_in_full="3-halls",
)


def was_stuck(match: Match) -> bool:
    """Ruling 9: nobody could place anything."""
    return "emperor-of-china.log.stuck" in [line.key for entry in match.log for line in entry.lines]


def ran_out_with_the_last_seat(match: Match) -> bool:
    """Ruling 9: no other seat has another turn."""
    causes = [e.seat for e in match.log for line in e.lines if line.key == "emperor-of-china.log.ran-out"]
    return causes == [match.setting.players]


def begin_almost_full(number: int) -> Match:
    """Two spaces are free, and no emissary is admitted anywhere."""
    return draw_emperor(
        """
        zhao: P P Y Y R         emissaries P1 Y1
        yan:  P Y R R           emissaries R2
        qi:   P P Y Y R R       emissaries P1 R1
        chin: P Y Y R           emissaries Y2
        wei:  P P P Y Y R .     emissaries P2 R1
        han:  P Y Y R R         emissaries P1 Y1
        lu:   P P Y R           emissaries P1 Y1
        shu:  P Y Y R R         emissaries Y1 R1
        chu:  P P P Y Y R R .   emissaries P1 Y1 R1
        """,
        "PYR"[number % 3],
        players=3,
        round=15,
    )


EMPEROR_OF_CHINA = GoldenGame(
    id="emperor-of-china",
    about_perft="""\
# The Emperor of China: sequences of moves from seeded games. `python -m support.make_golden` writes this file;
# support/perft.py tells its form. The numbers are the engine's own, pinned; the legal moves behind them are compared
# with the slow twin in emperor_of_china/test_twin.py.
""",
    perft_after=(0, 5, 20, 60, 100, -6),
    ends={
        "shared": End(has_shared_victory, lambda number: begin_with_three("emperor-of-china", number)),
        "stuck": End(was_stuck, begin_almost_full),
        "last-seat": End(ran_out_with_the_last_seat, lambda number: begin_with_three("emperor-of-china", number)),
    },
    told_in_full="4-three-four-fortifications",
)

# ---- In the Year of the Dragon


def has_tie(match: Match) -> bool:
    """Ruling 12: of those with most points, the one who is farthest on the person track wins."""
    return match.scores.count(max(match.scores)) > 1


def lost_everything(match: Match) -> bool:
    """A seat has neither palaces nor persons."""
    return any(not court["palaces"] for court in match.view(None)["table"]["courts"])


def had_mongols_at_the_finished_wall(match: Match) -> bool:
    """Ruling 14: they come in the last month, so that the wall is scored twice in it."""
    payments = [(entry["seat"], entry["round"]) for entry in match.ledger if entry["source"] == "wall"]
    return any(payments.count((seat, 12)) == 2 for seat, _ in payments)


def begin_dragon(players: int, number: int, **options: OptionValue) -> Match:
    game = find_game("year-of-the-dragon")
    return Match.begin(game, game.setting(players, options), seed_of(number))


YEAR_OF_THE_DRAGON = GoldenGame(
    id="year-of-the-dragon",
    about_perft="""\
# In the Year of the Dragon: sequences of moves from seeded games. `python -m support.make_golden` writes this file;
# support/perft.py tells its form. The numbers are the engine's own, pinned; the legal moves behind them are compared
# with the slow twin in year_of_the_dragon/test_twin.py.
""",
    perft_after=(0, 4, 50, -5),
    ends={
        "tie": End(has_tie, lambda number: begin_dragon(3, number)),
        "lost-everything": End(lost_everything, lambda number: begin_dragon(2, number)),
        "mongols-last": End(had_mongols_at_the_finished_wall, lambda number: begin_dragon(4, number, great_wall=True)),
    },
    told_in_full="2-great-wall-tornado-7",
    # to keep persons alive, to have privileges that can be lost, and to finish the wall
    prefers=(
        *("draft healer", "draft farmer", "card healer", "card farmer", "take old"),
        *("taxes", "build", "harvest", "privilege", "wall"),
    ),
)

GOLDEN_GAMES = (EMPEROR_OF_CHINA, FORBIDDEN_CITY, YEAR_OF_THE_DRAGON)
