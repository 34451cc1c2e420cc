"""The Emperor of China for people and files: everything that turns numbers into words and back.

edition        reads the box from TOML
documents      set-ups, the cards beside moves, and position documents
notation       moves as text
reasons        why a move is not legal
view           the table and the cards of a seat, as plain data
log            the lines of the log, and the ledger
redaction      records without what a seat has not seen
puzzle_themes  what a move is good for
"""
