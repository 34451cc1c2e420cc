"""How many processes compute the moves of programs: without one, games with programs stand still."""

from __future__ import annotations

from tianxia.server.logs import LOG


class ProgramWorkers:
    """Their number, as this process last saw it. It is logged when there is none any more, and when there is one again.

    Over SQLite it is this process. Over PostgreSQL they are the processes of servers and of `tianxia worker` that take
    jobs.
    """

    def __init__(self) -> None:
        self.count: int | None = None  # not known yet

    @property
    def are_missing(self) -> bool:
        return self.count == 0

    def note(self, count: int) -> None:
        """Note how many there are."""
        if count == 0 and self.count != 0:
            LOG.warning("no process computes the moves of programs")
        if count and self.count == 0:
            LOG.warning("the moves of programs are computed again")
        self.count = count
