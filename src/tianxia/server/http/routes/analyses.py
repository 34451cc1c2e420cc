"""Analyses of finished games: requested once, and shown to everybody who looks at the game."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import QueryParameter

from tianxia.server.contract.records import Analysis
from tianxia.server.http.dependencies import PersonDep, RecordInPath, ServicesDep, TableInPath

Since = Annotated[
    int, QueryParameter(name="since", ge=0, le=100_000, description="how many judged decisions you have already")
]


class AnalysisRoutes(Controller):
    """Analyses of finished games by a strong program."""

    path = "/api"
    tags = ("analyses",)

    @post("/tables/{table:str}/analysis", status_code=200, opt={"rate_limit": "analyses"})
    async def analyse_table(self, services: ServicesDep, person: PersonDep, table: TableInPath) -> Analysis:
        """Request the analysis of the finished game of a table. If there is one already, this returns it."""
        await services.analyses.start("table", table, person)
        return await services.analyses.see("table", table, 0)

    @get("/tables/{table:str}/analysis")
    async def see_table_analysis(self, services: ServicesDep, table: TableInPath, since: Since = 0) -> Analysis:
        """The analysis of the game of a table, as far as it is done."""
        return await services.analyses.see("table", table, since)

    @post("/records/{record:str}/analysis", status_code=200, opt={"rate_limit": "analyses"})
    async def analyse_kept(self, services: ServicesDep, person: PersonDep, record: RecordInPath) -> Analysis:
        """Request the analysis of the finished game of a record. If there is one already, this returns it."""
        await services.analyses.start("record", record, person)
        return await services.analyses.see("record", record, 0)

    @get("/records/{record:str}/analysis")
    async def see_kept_analysis(self, services: ServicesDep, record: RecordInPath, since: Since = 0) -> Analysis:
        """The analysis of the game of a record, as far as it is done."""
        return await services.analyses.see("record", record, since)
