"""The database, SQLite or PostgreSQL: `database` opens it, `schema` says what is stored, `upgrade` runs `migrations/`.

`location` finds out which database is meant, `database_lock` keeps a file for one process, `outages` tells a database
that is away from a mistake of ours, `notifications` are what processes tell each other over PostgreSQL.
"""
