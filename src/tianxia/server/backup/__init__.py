"""Backups: everything that a database holds in one file, which either kind of database can restore.

`archive` writes and reads the file, `rows` checks every row of it before a database sees it.
"""
