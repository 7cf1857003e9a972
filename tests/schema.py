"""The tables of a database as text: two databases with the same have the same columns, indexes and constraints."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

import psycopg

Schema = dict[str, list[str]]

GENERATED = re.compile(r"\b\w+_[0-9a-f]{8}(_\w+)?\b|\b\w+_(pkey|key|check\d*)\b")  # generated names
COLUMNS = """
SELECT relname, concat_ws(' ', attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
    'DEFAULT ' || pg_get_expr(adbin, adrelid), 'IDENTITY ' || nullif(attidentity::text, ''), collname)
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    LEFT JOIN pg_collation ON pg_collation.oid = attcollation
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
"""
CONSTRAINTS = """
SELECT relname, concat_ws(' ', 'CONSTRAINT', conname, pg_get_constraintdef(pg_constraint.oid))
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE connamespace = 'public'::regnamespace
"""
INDEXES = "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'"
TRIGGERS = """
SELECT relname, pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal
"""


def postgres_schema(address: str) -> Schema:
    """Return the columns, constraints, indexes and triggers of each table of the PostgreSQL database there."""
    with psycopg.connect(address) as connection:
        rows = [row for query in (COLUMNS, CONSTRAINTS, INDEXES, TRIGGERS) for row in connection.execute(query)]
    return _by_table((table, GENERATED.sub("…", text)) for table, text in rows)


def sqlite_schema(database: sqlite3.Connection) -> Schema:
    """Return the same of a SQLite database."""
    rows = database.execute(
        "SELECT tbl_name, type, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    )
    return _by_table(
        (table, GENERATED.sub("…", part))
        for table, kind, sql in rows
        for part in (_parts(sql) if kind == "table" else [sql])
    )


def _by_table(rows: Iterator[tuple[str, str]]) -> Schema:
    schema: Schema = {}
    for table, text in rows:
        schema.setdefault(table, []).append(text)
    return {table: sorted(texts) for table, texts in schema.items()}


def _parts(sql: str) -> Iterator[str]:
    """Yield the columns and constraints of a CREATE TABLE: what stands between the commas outside of parentheses."""
    depth, part = 0, ""
    for letter in sql[sql.index("(") + 1 : sql.rindex(")")]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    yield part.strip()
