"""What the golden files hold of each game: a record of every setting and of every kind of end, and perft counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from contract.cases import Case, cases_of
from support.emperor import draw as draw_emperor
from support.luck import seed_of
from tianxia.games import find_game
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

    @property
    def cases(self) -> list[Case]:
        return list(cases_of(find_game(self.id)))

    @property
    def perft_file(self) -> Path:
        return GOLDEN / f"{self.id}.perft"

    def record_file(self, words: str) -> Path:
        """The file of a setting (see `words_of`), or of a kind of end."""
        return GOLDEN / f"{self.id}-{words}.json"


def words_of(case: Case) -> str:
    """A setting in a file name: "4-four-five-fortifications"."""
    words = [name if value is True else str(value) for name, value in case.options if value is not False]
    return "-".join([str(case.players), *words])


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
)

GOLDEN_GAMES = (EMPEROR_OF_CHINA, FORBIDDEN_CITY)
