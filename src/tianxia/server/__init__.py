"""The server: tables for people on other devices, over HTTP, with live updates, storage, identities and programs.

Sub-packages, each of which imports only those below it (an import contract checks that):

- `run`: the process: the command that serves, a worker machine, where the server listens
- `http`: requests and answers: the application, its routes, OpenAPI, CSRF, rate limits, request validation
- `work`: what happens without a request: programs play, clocks run out, notices are sent, old data expires
- `backup`: everything that a database holds, in one file
- `live`: streams of updates to everybody who follows a table; `library`: uploaded records, analyses
- `presenter`: what is shown of a game to whom; nothing about a game leaves the server any other way
- `tables`: a table where people play: its events, the commands that cause them, its state, its rows, its cache
- `people`: identities, accounts, e-mail
- `storage`: the database: schema, migrations, outages, the lock on a file
- `contract`: the bodies of requests and answers

Modules beside them: `services` puts the services together; `settings`, `limits`, `metrics`, `logs`, `tasks`, `clock`,
`identifiers`, `links` (addresses in messages) and `refusals` (errors and their HTTP status) are for all.

A move goes from `http/routes/tables.py` to `tables/service.py`, which asks `tables/commands.py` for the events that
follow from it, applies them to the `Table`, stores them and then wakes `live/hub.py`; every stream in `live/streams.py`
renders the table with `presenter` and sends it.
"""
