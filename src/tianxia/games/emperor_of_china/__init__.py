"""The Emperor of China.

rules/        placing pieces, paying with cards, scoring, roads; what hidden hands may be        compiled
evaluation/   how programs judge a position, and quick moves for playouts                        compiled
interface/    for people and files: editions, documents, notation, reasons, view, log, redaction
environment/  for programs that learn: observations, and the chance model for OpenSpiel          partly compiled
teaching/     data: the tutorial, the puzzles, the examples of the rules
terminal/     drawings for the terminal
game.py       the class through which the rest of the program uses the game
"""
