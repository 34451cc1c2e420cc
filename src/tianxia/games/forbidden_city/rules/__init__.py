"""The rules of Forbidden City, compiled. They use numbers only, no names.

position      a turn: where a tile may be laid, joining rooms (union-find), closing and paying them
scoring       what rooms and the last tiles are worth, and to whom
packing       numbers that hold several things
tables        typed look-up tables, made from an edition
"""
