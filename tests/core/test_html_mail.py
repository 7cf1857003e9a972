"""Mails about an account: text, and HTML with one button."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from accounts.models import User
from core.colours import colours
from core.mail import Extras, add_html

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "button"),
    [("en", "Confirm e-\N{WORD JOINER}mail address"), ("de", "E-\N{WORD JOINER}Mail-Adresse bestätigen")],
)
def test_an_address_is_confirmed_with_a_button(language: str, button: str) -> None:
    newcomer = {"username": "dora", "password1": "seventeen sums", "email": "dora@example.org"}
    Client().post("/accounts/signup/", newcomer, headers={"accept-language": language})
    [letter] = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    [(content, kind)] = letter.alternatives
    html = str(content)
    link = re.search(r"http\S+/confirm-email/\S+", str(letter.body))

    assert kind == "text/html"
    assert link
    assert html.count(f"background: {colours()['accent']}") == 1
    assert f'<a href="{link[0]}"' in re.sub(r"\s+", " ", html)
    assert f">{button}</a>" in html
    assert User.objects.filter(username="dora").exists()


def test_a_name_cannot_write_html() -> None:
    letter = EmailMultiAlternatives("Hello", "<b>bob</b> challenges you\n\nhttps://numgames.example/lobby/")
    add_html(letter, Extras("Open", "https://numgames.example/lobby/", links=[("<i>", "https://numgames.example/")]))
    [(content, _kind)] = letter.alternatives
    html = str(content)

    assert "&lt;b&gt;bob" in html
    assert "<b>" not in html
    assert "<i>" not in html
    assert html.count("https://numgames.example/lobby/") == 1


def test_the_button_stands_where_its_address_stood_and_items_are_links() -> None:
    at = "https://numgames.example/matches"
    text = f"Hello anna,\n\n- Digifeud against bob\n  {at}/a/\n\nOpen it:\n\n{at}/a/\n\nNot you?"
    letter = EmailMultiAlternatives("Your turn", text)
    add_html(letter, Extras("To the match", f"{at}/a/"))
    [(content, _kind)] = letter.alternatives
    html = " ".join(str(content).split())

    assert re.search(rf'<a href="{at}/a/"[^>]*>Digifeud against bob</a>', html)
    assert html.index("Open it:") < html.index(">To the match</a>") < html.index("Not you?")
    assert f">{at}" not in html
