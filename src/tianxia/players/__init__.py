"""Those who decide: one registry, one spec string for the command line and everything else."""

from __future__ import annotations

from tianxia.players.effort import Effort
from tianxia.players.player import BlindPlayer, Player, choose_fairly
from tianxia.players.registry import is_program, make_player, player_specs

__all__ = ["BlindPlayer", "Effort", "Player", "choose_fairly", "is_program", "make_player", "player_specs"]
