"""The mixture of player counts and options that a network is trained on: one network has to play them all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from tianxia.games import AnyGame


@dataclass(frozen=True)
class TrainingSetting:
    """One way to set a game up, and its share of all games."""

    share: float
    players: int
    options: tuple[tuple[str, Any], ...] = ()

    def options_dict(self) -> dict[str, Any]:
        return dict(self.options)


def _options(**options: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(options.items())


FORTIFIED: Final = _options(fortifications=True)
WALL: Final = _options(great_wall=True)
SUPER: Final = _options(super_event="random")
ALL_EXPANSIONS: Final = _options(great_wall=True, super_event="random")
CHEAP: Final = _options(large_privilege=6)

MIXTURES: Final[dict[str, tuple[TrainingSetting, ...]]] = {
    "emperor-of-china": (
        TrainingSetting(0.36, 4),
        TrainingSetting(0.08, 4, FORTIFIED),
        TrainingSetting(0.10, 4, _options(side="four-five")),
        TrainingSetting(0.06, 4, _options(side="four-five", fortifications=True)),
        TrainingSetting(0.12, 3),
        TrainingSetting(0.06, 3, FORTIFIED),
        TrainingSetting(0.14, 5),
        TrainingSetting(0.08, 5, FORTIFIED),
    ),
    "forbidden-city": (
        TrainingSetting(0.40, 4),
        TrainingSetting(0.14, 4, _options(start="halls")),
        TrainingSetting(0.16, 3),
        TrainingSetting(0.08, 3, _options(start="halls")),
        TrainingSetting(0.14, 2),
        TrainingSetting(0.08, 2, _options(start="halls")),
    ),
    "year-of-the-dragon": (
        TrainingSetting(0.34, 4),
        TrainingSetting(0.07, 4, WALL),
        TrainingSetting(0.07, 4, SUPER),
        TrainingSetting(0.07, 4, ALL_EXPANSIONS),
        TrainingSetting(0.03, 4, CHEAP),
        TrainingSetting(0.08, 3),
        TrainingSetting(0.07, 3, ALL_EXPANSIONS),
        TrainingSetting(0.08, 5),
        TrainingSetting(0.07, 5, ALL_EXPANSIONS),
        TrainingSetting(0.06, 2),
        TrainingSetting(0.06, 2, ALL_EXPANSIONS),
    ),
}


def mixture_of(game: AnyGame) -> tuple[TrainingSetting, ...]:
    """The mixture for a game; where none is declared, every number of players, without options and with all of them.

    >>> from tianxia.games import find_game
    >>> mixture_of(find_game("forbidden-city")) == MIXTURES["forbidden-city"]
    True
    """
    if game.id in MIXTURES:
        return MIXTURES[game.id]
    settings = []
    for players in game.player_counts:
        others = {option.name: [v for v in option.values if v != option.default] for option in game.options(players)}
        everything = _options(**{name: values[-1] for name, values in others.items() if values})
        settings += [(players, options) for options in ([(), everything] if everything else [()])]
    return tuple(TrainingSetting(1 / len(settings), players, options) for players, options in settings)


def with_base(mixture: tuple[TrainingSetting, ...], share: float) -> tuple[TrainingSetting, ...]:
    """A mixture in which games with four players and no options have a share; the others keep their proportions.

    >>> [round(setting.share, 2) for setting in with_base(MIXTURES["forbidden-city"], 0.7)]
    [0.7, 0.07, 0.08, 0.04, 0.07, 0.04]
    """
    base = [setting for setting in mixture if setting.players == 4 and not setting.options]
    others = [setting for setting in mixture if setting not in base]
    if not share or not base:
        return mixture
    rest = (1 - share) / max(1e-9, sum(setting.share for setting in others))
    return (replace(base[0], share=share), *(replace(setting, share=setting.share * rest) for setting in others))


def spread(mixture: tuple[TrainingSetting, ...], groups: int) -> list[TrainingSetting]:
    """The setting of each of so many groups of games, in the proportions of the mixture (largest remainder first).

    >>> [setting.players for setting in spread(MIXTURES["forbidden-city"], 5)]
    [4, 4, 4, 3, 2]
    """
    total = sum(setting.share for setting in mixture)
    exact = [setting.share / total * groups for setting in mixture]
    counts = [int(number) for number in exact]
    by_remainder = sorted(range(len(mixture)), key=lambda place: counts[place] - exact[place])
    for place in by_remainder[: groups - sum(counts)]:
        counts[place] += 1
    return [setting for setting, count in zip(mixture, counts, strict=True) for _ in range(count)]
