"""How the database would run a query: which indexes it uses."""

from __future__ import annotations

from django.db import connection

EXPLAIN = {"postgresql": "EXPLAIN", "sqlite": "EXPLAIN QUERY PLAN"}


def plan_of(sql: str) -> str:
    """Return the plan of a query as the database prints it, by indexes where there are any."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")  # a table of a test is read whole: that is cheaper
        cursor.execute(f"{EXPLAIN[connection.vendor]} {sql}")
        return "\n".join(str(line[-1]) for line in cursor.fetchall())
