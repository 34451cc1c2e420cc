"""Programs that play: one registry, and one spec string for the command line and everything else."""

from __future__ import annotations

from tianxia.players.effort import Effort
from tianxia.players.player import (
    STAND_INS,
    BlindPlayer,
    Player,
    ViewPlayer,
    ask,
    choose_fairly,
    closing,
    show_end,
)
from tianxia.players.registry import effort_of, is_local_program, is_program, make_player, player_specs

__all__ = [
    "STAND_INS",
    "BlindPlayer",
    "Effort",
    "Player",
    "ViewPlayer",
    "ask",
    "choose_fairly",
    "closing",
    "effort_of",
    "is_local_program",
    "is_program",
    "make_player",
    "player_specs",
    "show_end",
]
