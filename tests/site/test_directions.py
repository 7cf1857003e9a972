"""Pages can be read from right to left: styles name the start and the end of a line, and boards stay as they are."""

from __future__ import annotations

import re

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.notifications.conftest import begin

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PHYSICAL = re.compile(
    r"(?<![-\w])(?:left|right)\s*:"
    r"|\b(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b"
    r"|\bborder-(?:top|bottom)-(?:left|right)-radius\b"
    r"|\b(?:float|clear|text-align)\s*:\s*(?:left|right)\b"
)
FOUR = re.compile(r"(?<![-\w])(?P<name>margin|padding|inset|border-radius):\s*(?P<values>[^;}]+)")
VALUE = re.compile(r"(?:[\w-]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^\s()])+")


def physical(sheet: str) -> list[str]:
    """Return the declarations that name the left or the right, or that differ there."""
    text = COMMENT.sub("", sheet)
    found = PHYSICAL.findall(text)
    for one in FOUR.finditer(text):
        values = VALUE.findall(one["values"].replace("!important", ""))
        if len(values) == 4:
            top, right, bottom, left = values
            alike = (top, bottom) == (right, left) if one["name"] == "border-radius" else right == left
            found += [] if alike else [one[0]]
    return found


@pytest.mark.parametrize(
    "rule",
    [
        *("left: 0", "margin-right: 1rem", "text-align: left", "border-left: 0", "border-top-left-radius: 0"),
        *("padding: 0 1px 0 2px", "inset: 0 auto 0 max(1rem, (100vw - 2rem) / 2)", "border-radius: 1px 0 0 1px"),
    ],
)
def test_a_side_is_noticed(rule: str) -> None:
    assert physical(f".a {{ color: red; {rule}; }}")


@pytest.mark.parametrize("rule", ["inset: auto 0 0", "padding: 0 1px 2px 1px", "border-radius: 1px 1px 0 0"])
def test_what_is_alike_on_both_sides_is_not(rule: str) -> None:
    assert physical(f".a {{ {rule}; inset-inline: 0 1px; background-position: right; }}") == []


def test_styles_name_no_side() -> None:
    sheets = list((site.BASE_DIR / "static/css").glob("*.css"))
    assert len(sheets) > 15
    assert {sheet.name: found for sheet in sheets if (found := physical(sheet.read_text()))} == {}


def test_a_shadow_or_fade_on_one_side_is_turned_from_right_to_left() -> None:
    """Shadows and gradients have no logical sides: `rtl.css` repeats their rules."""
    sided = re.compile(r"([^{};]+)\{[^{}]*(?:inset -?[1-9]\d*px 0 0 |\bto right\b)")
    turned = (site.BASE_DIR / "static/css/rtl.css").read_text()
    rules = [
        rule.strip()
        for sheet in (site.BASE_DIR / "static/css").glob("*.css")
        if sheet.name != "rtl.css"
        for rule in sided.findall(COMMENT.sub("", sheet.read_text()))
    ]
    assert len(rules) > 2
    assert [rule for rule in rules if f'[dir="rtl"] {rule} {{' not in turned] == []


@pytest.mark.django_db
def test_a_language_from_right_to_left_turns_the_page_and_no_board(anna: User, bob: User, settings: Settings) -> None:
    match = begin(anna, bob)
    settings.LANGUAGES = [*site.LANGUAGES, ("ar", "Arabic")]
    address = f"/matches/{match.pk}/"
    page = Client().get(address, headers={"Accept-Language": "ar"}).content.decode()
    assert '<html lang="ar" dir="rtl"' in page
    assert re.search(r'class="board"\s+dir="ltr"', page)
    assert "/rtl" in page
    english = Client().get(address).content.decode()
    assert "dir=" not in re.findall("<html[^>]*>", english)[0]
    assert "/rtl" not in english
