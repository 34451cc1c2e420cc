"""How programs judge positions of The Emperor of China, compiled.

evaluation    expected scores, scored moves, likely moves
outlook       estimates of the points that the pieces on the board will score
plans         estimates of the gains of moves in this turn and the next
playouts      quick moves for playouts
"""
