"""How programs judge positions of Forbidden City, compiled.

evaluation    expected scores, scored moves, likely moves
survey        the open rooms, and the coins that they promise to the seats
placement     the gain of laying a tile, computed without laying it
"""
