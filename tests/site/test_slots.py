"""Template slots: apps fill places in pages that do not import them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.template import Context, Template
from django.utils.safestring import SafeString

from core.hooks import Slot, SlotFunction, SlotPartial
from tests.house import our_files

PAGE = Template("{% load slots %}{% slot 'garden' %}")


@pytest.fixture
def garden() -> Iterator[Slot]:
    """Return a slot that no app knows."""
    yield Slot("garden")
    del Slot.named["garden"]


def drawn(**page: object) -> str:
    return PAGE.render(Context(page))


def test_a_place_that_no_one_fills_is_empty(garden: Slot) -> None:
    assert drawn() == ""


def test_pieces_stand_in_order_of_their_rank(garden: Slot) -> None:
    eye, flag, check = (SlotPartial(f"icons/{name}.html") for name in ("eye", "flag", "check"))
    garden.register(eye, rank=60)
    garden.register(flag, rank=10)
    garden.register(check, rank=10)
    assert list(garden) == [flag, check, eye]
    assert drawn().count("<svg") == 3


def test_a_partial_knows_the_page_and_may_stay_away(garden: Slot) -> None:
    garden.register(SlotPartial("icons/eye.html", lambda page: {} if page.get("sun") else None))
    assert drawn(sun=False) == ""
    assert "<svg" in drawn(sun=True)


def test_a_function_fills_a_place_and_may_stay_away(garden: Slot) -> None:
    garden.register(SlotFunction(lambda page: SafeString("<p>warm</p>") if page.get("sun") else None))
    assert drawn(sun=False) == ""
    assert drawn(sun=True) == "<p>warm</p>"


def test_a_place_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        drawn()


def test_every_slot_has_its_place_on_a_page() -> None:
    pages = [file.read_text() for file in our_files() if {"templates", "pages"} & set(file.parts)]
    placed = {name for text in pages for name in re.findall(r"""(?:{% slot |slot_html\()"([\w-]+)\"""", text)}
    assert placed == set(Slot.named)
