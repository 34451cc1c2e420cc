"""Background work of the server, which no request waits for. `background` starts all of it.

- `programs` make moves, at the moment that `answer_delay` gives; `hints` and `analysts` judge moves
- `thinking` has the functions that worker processes run, `process_pool` those processes, `fair_queue` lets people take
  turns
- `job_queue` shares the work among machines over PostgreSQL
- `deadlines` end the turns of people whose time is up, `abandoned_tables` those of people who are gone
- `turn_notices` notify people that it is their turn, `expiry` deletes old data, `garbage_collection` frees memory
"""
