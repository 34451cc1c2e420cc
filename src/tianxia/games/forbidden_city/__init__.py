"""Forbidden City.

rules/        laying tiles, joining and closing rooms, scoring                                   compiled
evaluation/   how programs judge a position and a placement                                      compiled
interface/    for people and files: editions, documents, notation, view and log
environment/  for programs that learn: observations, and the chance model for OpenSpiel          partly compiled
teaching/     data: the tutorial, the puzzles, the examples of the rules
terminal/     drawings for the terminal
game.py       the class through which the rest of the program uses the game
"""
