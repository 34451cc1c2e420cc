"""The games as environments for learning programs: observations and actions of a fixed length.

spaces         what the numbers of an observation and the indices of actions mean; needs nothing installed
batch          many games at once, in NumPy arrays; batch_core is its compiled part
pettingzoo     all seats of one table; `forbidden_city_v0` and the like are its modules, one for each game
gymnasium      one seat of a table, with programs at the others
openspiel      the games for OpenSpiel, chance nodes included
search_core    many games at once in each of which a seat searches, for training (`training/expert.py`);
               search_node_core has the nodes
network        a policy and a value network in the tree search

Each game defines its observations in `environment/observation.py` of its folder; the base class is in
`engine/observation.py`.
"""

from __future__ import annotations

from tianxia.engine.observation import Part, Space
from tianxia.environments.game_modules import install
from tianxia.environments.spaces import describe, legal_mask, observe, space_for

__all__ = ["Part", "Space", "describe", "legal_mask", "observe", "space_for"]

install(__name__)
