"""Live updates. `hub` wakes everybody in this process who follows a table, `listener` hears what other processes did.

`streams` sends each follower what they have not seen yet, `update_cache` renders it once for all who see the same.
"""
