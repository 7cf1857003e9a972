"""The check for dead code finds it, and accepts what templates and libraries use."""

from __future__ import annotations

from pathlib import Path

from tests.dead_code import dead

MODULE = """
LIMIT = 3

class Row:
    @property
    def shown(self):
        return LIMIT

    @property
    def hidden(self):
        return LIMIT

def forgotten():
    return Row()
"""


def test_a_function_that_only_a_template_could_use_is_alive_if_one_does(tmp_path: Path) -> None:
    module, page = tmp_path / "rows.py", tmp_path / "templates" / "rows.html"
    module.write_text(MODULE)
    page.parent.mkdir()
    page.write_text('{% load rows %}{{ row.shown|default:"hidden" }}')

    found = [line.removeprefix(f"{tmp_path}/") for line in dead([module, page])]

    assert found == ["rows.py:9: unused property 'hidden'", "rows.py:13: unused function 'forgotten'"]
