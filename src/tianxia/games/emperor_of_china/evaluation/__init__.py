"""How programs judge positions of The Emperor of China, compiled.

evaluation    expected scores, scored moves, likely moves
outlook       what the pieces on the board may come to
plans         what moves bring in this turn and the next
playouts      quick moves for playouts
"""
