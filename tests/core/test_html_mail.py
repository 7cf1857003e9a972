"""Mails about an account: text, and HTML with one button."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import translation

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


@pytest.mark.parametrize(("language", "tag"), [("nl", '<html lang="nl" >'), ("ar", '<html lang="ar" dir="rtl">')])
def test_a_letter_says_its_language_and_title_and_each_link_and_picture_what_it_is(language: str, tag: str) -> None:
    at = "https://numgames.example"
    letter = EmailMultiAlternatives("Your turn & more", f"Hello anna,\n\n{at}/a/\n\nSee {at}/help/")
    links = [("Settings", f"{at}/settings/"), ("No more", f"{at}/stop/")]
    with translation.override(language):
        add_html(letter, Extras("To the match", f"{at}/a/", f"{at}/a.png", 'anna "0", bob 0', links=links))
    [(content, _kind)] = letter.alternatives
    html = " ".join(str(content).split())

    assert tag in html
    assert "<title>Your turn &amp; more</title>" in html
    pictures = re.findall(r'<a href="([^"]*)"><img src="([^"]*)" alt="([^"]*)"', html)
    assert pictures == [(f"{at}/a/", f"{at}/a.png", "anna &quot;0&quot;, bob 0")]
    assert re.findall(r'<a href="([^"]*)"[^>]*>([^<]+)</a>', html) == [
        (f"{at}/a/", "To the match"),
        (f"{at}/help/", f"{at}/help/"),
        (f"{at}/settings/", "Settings"),
        (f"{at}/stop/", "No more"),
    ]
    assert html.count("<table") == html.count('<table role="presentation"') == 3
