"""Server processes: `serving` is the command that serves, `worker` a process that only computes moves and analyses.

`database_check` opens the database once before either starts, `supervisor` restarts the workers of a server.
"""
