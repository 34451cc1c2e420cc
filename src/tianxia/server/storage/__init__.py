"""The database, SQLite or PostgreSQL: `database` opens it, `schema` says what is stored, `upgrade` runs `migrations/`.

`location` finds out which database is meant, `database_lock` keeps a file for one process, `database_file` notices that
the file is gone. `outages` distinguishes a database that is away from a bug, `waiting` waits at the start for one that
is away, and `write_check` finds out whether it can be written. `notifications` go from process to process over
PostgreSQL, which also has the `token_buckets`, `shared_counts` and `shared_clock` of all processes (`shared_tables`
creates them).
"""
