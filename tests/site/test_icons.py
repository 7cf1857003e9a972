"""Icons are put into the templates that include them."""

from __future__ import annotations

from django.template import Context, Template
from django.template.base import TextNode
from django.template.loader import render_to_string


def test_an_icon_is_a_text_of_the_template_that_includes_it() -> None:
    template = Template('{% include "icons/eye.html" %}')
    assert template.render(Context()) == render_to_string("icons/eye.html")
    assert all(isinstance(node, TextNode) for node in template.nodelist)


def test_an_icon_by_a_variable_and_any_other_template_are_included() -> None:
    page = Context({"icon": "icons/flag.html", "form": []})
    drawn = Template('{% include icon %}{% include "_form.html" %}').render(page)
    assert render_to_string("icons/flag.html") in drawn
