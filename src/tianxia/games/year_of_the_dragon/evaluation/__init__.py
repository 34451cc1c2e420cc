"""How programs judge positions of In the Year of the Dragon, compiled.

evaluation    expected scores, scored moves, likely moves
outlook       what lies ahead of a seat, and what goods are worth to it
person_values what persons are worth to a seat
move_values   what moves are worth to the seat to move
"""
