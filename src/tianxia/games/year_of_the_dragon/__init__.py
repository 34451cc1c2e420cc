"""In the Year of the Dragon.

rules/        the year part by part: courts, choices, events (tribute is one), wall, super events  compiled
evaluation/   how programs judge a position, its persons and moves                               compiled
interface/    for people and files: editions, documents, notation, reasons, view, log
environment/  for programs that learn: observations, and the chance model for OpenSpiel          partly compiled
teaching/     data: the tutorial, the puzzles, the examples of the rules
terminal/     drawings for the terminal
game.py       the class through which the rest of the program uses the game
"""
