"""How programs judge positions of In the Year of the Dragon, compiled.

evaluation    expected scores, scored moves, likely moves
outlook       estimates of what lies ahead of a seat, and of the worth of goods to it
person_values the worth of persons to a seat
move_values   the worth of moves to the seat to move
"""
