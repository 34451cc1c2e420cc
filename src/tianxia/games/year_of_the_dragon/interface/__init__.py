"""In the Year of the Dragon for people and files: everything that turns numbers into words and back.

edition          reads the box from TOML
documents        set-ups, the cards beside moves, and writing position documents
position_reader  reading position documents
notation         moves as text
reasons          questions, and why a move is not legal
view             the table, as plain data; previews
log              the lines of the log
puzzle_themes    what a move is good for
"""
