"""A job that is finished together with what it has written: both in one transaction, wherever a handler does so."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
FINISHES, TRANSACTION = "finish_or_abort", "transaction.atomic()"


def outside(source: str) -> Iterator[int]:
    """Yield the lines of a module that finish a job outside of a transaction."""
    tree = ast.parse(source)
    blocks = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.With) and any(ast.unparse(item.context_expr) == TRANSACTION for item in node.items)
    ]
    safe = {id(inner) for block in blocks for inner in ast.walk(block)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == FINISHES and id(node) not in safe:
            yield node.lineno


def test_a_job_that_is_finished_with_its_writes_is_so_in_their_transaction() -> None:
    sources = {path: text for path in ROOT.glob("games/**/*.py") if f"{FINISHES}(" in (text := path.read_text())}
    assert len(sources) > 2
    assert {path: lines for path, text in sources.items() if (lines := [*outside(text)])} == {}


def test_one_that_is_finished_after_the_transaction_would_be_found() -> None:
    good = "def work(job):\n    with transaction.atomic():\n        save()\n        finish_or_abort(job)\n"
    assert [*outside(good)] == []
    assert [*outside(good.replace("        finish", "    finish"))] == [4]
