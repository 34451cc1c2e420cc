"""What the server does without a request. `background` starts all of it.

- `programs` make moves, at the moment that `answer_delay` gives; `hints` and `analysts` judge moves
- `thinking` is what worker processes compute, `process_pool` are those processes, `fair_queue` lets people take turns
- `job_queue` shares the work among machines over PostgreSQL
- `deadlines` end the turns of people whose time is up, `abandoned_tables` those of people who are gone
- `turn_notices` tell people that it is their turn, `expiry` deletes old data, `garbage_collection` frees memory
"""
