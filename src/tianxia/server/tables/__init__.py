"""Tables where people play. `events` are the truth: a `table` is what follows from them.

`commands` say which events follow from what somebody wants, or refuse it; `service` applies and stores them in one
transaction. `store` reads and writes rows, `cache` keeps tables in memory, `game` is the game of a table,
`time_control` its clocks. From what is stored: `lists` of tables, `results` and ratings, `statistics` of a person.
"""
