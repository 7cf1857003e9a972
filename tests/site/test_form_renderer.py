"""Widgets drawn by a partial look as Django's templates draw them."""

from __future__ import annotations

from datetime import date

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.test.html import parse_html

from numgames.form_renderer import PartialRenderer

EVIL = """"><b x='y'>&amp;"""
CHOICES = [("", "none"), (1, "one"), (EVIL, EVIL), ("group", [("a", "in a group"), ("b", EVIL)])]


class EveryWidget(forms.Form):
    """A form with every widget that is drawn by a function, and one that is not."""

    text = forms.CharField(max_length=30)
    email = forms.EmailField(help_text="help")
    secret = forms.CharField(widget=forms.PasswordInput)
    hidden = forms.CharField(widget=forms.HiddenInput)
    number = forms.IntegerField(localize=True, min_value=0)
    day = forms.DateField(widget=forms.DateInput(attrs={"type": "date", "data-x": EVIL, "hidden": True, "no": False}))
    yes = forms.BooleanField(required=False)
    one = forms.ChoiceField(choices=CHOICES)
    several = forms.MultipleChoiceField(choices=CHOICES, widget=forms.SelectMultiple)
    radio = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect)
    boxes = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple)
    words = forms.CharField(widget=forms.Textarea)


FILLED = {
    "text": EVIL,
    "email": "anna@example.org",
    "number": 1234567,
    "day": date(2026, 11, 24),
    "yes": True,
    "one": 1,
    "several": [EVIL, "b"],
    "radio": EVIL,
    "boxes": ["a", 1],
    "words": "two\nlines",
}


@pytest.mark.parametrize("initial", [{}, FILLED], ids=["empty", "filled"])
@pytest.mark.parametrize("name", list(EveryWidget.base_fields))
def test_a_widget_looks_as_djangos_template_draws_it(name: str, initial: dict[str, object]) -> None:
    ours, theirs = (
        EveryWidget(initial=initial, renderer=renderer) for renderer in (PartialRenderer(), DjangoTemplates())
    )
    assert parse_html(str(ours[name])) == parse_html(str(theirs[name]))


def test_each_option_can_be_drawn_alone() -> None:
    ours, theirs = (
        EveryWidget(initial=FILLED, renderer=renderer) for renderer in (PartialRenderer(), DjangoTemplates())
    )
    for mine, django in zip(ours["radio"], theirs["radio"], strict=True):
        assert parse_html(mine.tag()) == parse_html(django.tag())


def test_the_site_uses_them() -> None:
    assert isinstance(EveryWidget().renderer, PartialRenderer)
