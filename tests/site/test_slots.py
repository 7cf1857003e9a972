"""Template slots: apps fill places in pages that do not import them."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from accounts import slots

PAGE = Template("{% load slots %}{% slot 'garden' %}")


@pytest.fixture(autouse=True)
def _empty_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "_slots", {})


def drawn(**page: object) -> str:
    return PAGE.render(Context(page))


def test_a_place_that_nobody_fills_is_empty() -> None:
    assert drawn() == ""


def test_pieces_stand_in_order_of_their_rank() -> None:
    slots.fill_slot("garden", "icons/eye.html", lambda page: {}, rank=60)
    slots.fill_slot("garden", "icons/flag.html", lambda page: {}, rank=10)
    assert [partial.template for partial in slots.slot_contents("garden")] == ["icons/flag.html", "icons/eye.html"]
    assert drawn().count("<svg") == 2


def test_a_piece_knows_the_page_and_may_stay_away() -> None:
    slots.fill_slot("garden", "icons/eye.html", lambda page: {} if page.get("sun") else None)
    assert drawn(sun=False) == ""
    assert "<svg" in drawn(sun=True)
