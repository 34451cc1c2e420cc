"""How programs judge positions of Forbidden City, compiled.

evaluation    expected scores, scored moves, likely moves
survey        which rooms are open, what they promise, and to whom
placement     what laying a tile would change, found without laying it
"""
