"""Forbidden City for people and files: everything that turns numbers into words and back.

edition        reads the box from TOML
documents      set-ups and position documents
notation       moves as text
view           the table and the tile of a seat, as plain data; previews and the lines of the log
puzzle_themes  what a move is good for
"""
