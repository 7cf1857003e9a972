"""Every kind of page for each kind of viewer, as a whole: what stands in `golden` is what they see.

`RENEW_PAGES=1 script/test tests/pages` writes the files again after an intended change; look at the difference before
you commit it.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.pages.looks import looks

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = list[str]()
    for name, text in looks(monkeypatch):
        file = GOLDEN / f"{name}.txt"
        if os.environ.get("RENEW_PAGES"):
            file.write_text(text)
        differences += unified_diff(file.read_text().splitlines(), text.splitlines(), name, "now", lineterm="", n=1)
    assert differences == []
