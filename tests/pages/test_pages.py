"""Every kind of page for each kind of viewer, as a whole: what stands in `kept` is what they see."""

from __future__ import annotations

import pytest

from tests.page_lines import Texts
from tests.pages.looks import looks

kept = Texts(__file__, apart=True)


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = [line for name, text in looks(monkeypatch) for line in kept.differences(name, text.split("\n"))]
    assert not differences, "\n".join(differences)
