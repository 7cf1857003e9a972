"""What templates draw once: by language and named values, and never with anything of the viewer who came first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.test import Client
from django.utils.safestring import SafeString
from django.utils.translation import override

from accounts.models import User
from tests.html import html_of

SignedIn = Callable[[User], Client]
GREETING = Template(
    "{% load i18n once %}{% once name=name %}{% translate 'Settings' %}: {{ name }}{{ user }}{% endonce %}"
)


class Counted:
    """A value that counts how often it is drawn."""

    drawn = 0

    def __str__(self) -> str:
        self.drawn += 1
        return "counted"


def greeting(name: object, user: str = "") -> str:
    return GREETING.render(Context({"name": name, "user": user}))


def test_a_part_is_drawn_once_for_each_language() -> None:
    value = Counted()
    assert greeting(value) == greeting(value) == "Settings: counted"
    assert value.drawn == 1
    with override("nl"):
        assert greeting(value) == greeting(value) == "Instellingen: counted"
    assert value.drawn == 2


def test_a_part_sees_its_values_and_nothing_else_of_the_page() -> None:
    assert greeting("anna", user="bob") == "Settings: anna"
    assert greeting("carl", user="bob") == "Settings: carl"


def test_a_text_does_not_get_what_was_drawn_for_equal_html() -> None:
    assert greeting(SafeString("<b>")) == "Settings: <b>"
    assert greeting("<b>") == "Settings: &lt;b&gt;"


def test_only_so_many_results_are_kept() -> None:
    value = Counted()
    greeting(value)
    for number in range(600):
        assert greeting(number) == f"Settings: {number}"
    greeting(value)
    assert value.drawn == 2


def test_a_value_needs_a_name() -> None:
    with pytest.raises(TemplateSyntaxError, match="values with names"):
        Template("{% load once %}{% once user %}{% endonce %}")


@pytest.mark.django_db
def test_the_menu_of_staff_stays_with_staff(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    for _again in range(2):
        for player in (anna, bob, carl):
            page = html_of(signed_in(player).get("/lobby/"))
            assert ('href="/admin/"' in page) == (player == anna)
            assert ("Sign up and keep your matches" in page) == (player == bob)
            assert f'class="name">{player.username}<' in page
