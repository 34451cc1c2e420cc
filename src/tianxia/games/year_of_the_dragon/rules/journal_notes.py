"""The numbers of sources of points and of journal notes in In the Year of the Dragon."""

from __future__ import annotations

from typing import Final

# sources of points, for the ledger
FOR_RESEARCH: Final = 0
FOR_WALL_TILE: Final = 1
FOR_FESTIVAL: Final = 2
FOR_MONGOLS: Final = 3
FOR_WALL: Final = 4
FOR_LANTERNFEST: Final = 5
FOR_BUDDHA: Final = 6  # where: the number of the palace
FOR_CHARTER: Final = 7  # where: the number of the palace, if monks were named
FOR_PALACES: Final = 8
FOR_COURT_LADIES: Final = 9
FOR_PRIVILEGES: Final = 10
FOR_PERSONS: Final = 11
FOR_MONKS: Final = 12  # where: the number of the palace
FOR_MONEY: Final = 13

# notes for the journal: a seat (or 0), and up to two more numbers
MOVED_IN: Final = 0  # seat, sort, palace
REPLACED: Final = 1  # seat, sort that leaves, palace
DISMISSED: Final = 2  # seat, sort
MARKER_MOVED: Final = 3  # seat, spaces, space where it is now
MONTH_BEGAN: Final = 4  # 0, month, event
PAID_GROUP: Final = 5  # seat, yuan
ACTED: Final = 6  # seat, action card, how much was gained
FILLED_UP: Final = 7  # seat, yuan taken
BOUGHT: Final = 8  # seat, size of the privilege, yuan
WALL_BUILT: Final = 9  # seat, wall tile, length of the wall
FLOOR_BUILT: Final = 10  # seat, palace, its floors now
CARD_PLAYED: Final = 11  # seat, card
TILE_MISSING: Final = 12  # seat, card
PERSON_TAKEN: Final = 13  # seat, sort
EVENT_CAME: Final = 14  # 0, event, 1 if it is the second time in this month
TRIBUTE_SHORT: Final = 15  # seat, yuan paid; nobody is left to release for the rest
TRIBUTE_PAID: Final = 16  # seat, yuan, persons to release
RICE_EATEN: Final = 17  # seat, rice, palaces that go hungry
FIREWORKS_LIT: Final = 18  # seat, fireworks returned
CONTAGION_CAME: Final = 19  # seat, mortars, persons to release
FEWEST_HELMETS: Final = 20  # seat, helmets
RELEASED: Final = 21  # seat, sort, palace
WALL_HELD: Final = 22  # 0, length, length needed
WALL_TOO_SHORT: Final = 23  # 0, length, length needed
FEWEST_WALL_TILES: Final = 24  # seat, wall tiles
SUPER_EVENT_CAME: Final = 25  # 0, super event
FLOOR_LOST: Final = 26  # seat, palace, its floors now
FLOOD_CAME: Final = 27  # seat, goods, goods to return
GOOD_RETURNED: Final = 28  # seat, good
MARKERS_BACK: Final = 29  # 0
CARD_DISCARDED: Final = 30  # seat, card
PRIVILEGES_LOST: Final = 31  # seat, dragons
KIND_NAMED: Final = 32  # seat, kind, how much was gained
PALACE_DECAYED: Final = 33  # seat, palace, its floors now
YEAR_ENDED: Final = 34  # 0
