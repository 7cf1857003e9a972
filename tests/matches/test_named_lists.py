"""Sentences with a list of names: right for one name and for two, in each language."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import gettext, override

from games.matches.pages.scores import names_of
from tests.site.test_sentences import sentences

NAMES = re.compile(r"%\(names\)s|\{names\}")
SENTENCES = {
    "Waiting for %(names)s to arrive.": {
        "en": ("Waiting for anna to arrive.", "Waiting for anna and bob to arrive."),
        "nl": ("Wachten op anna.", "Wachten op anna en bob."),
        "de": ("Warten auf anna.", "Warten auf anna und bob."),
    },
    "Friends who played the deal of the day: %(names)s": {
        "en": ("Friends who played the deal of the day: anna", "Friends who played the deal of the day: anna and bob"),
        "nl": (
            "Vrienden die de partij van de dag speelden: anna",
            "Vrienden die de partij van de dag speelden: anna en bob",
        ),
        "de": (
            "Freunde, die die Partie des Tages gespielt haben: anna",
            "Freunde, die die Partie des Tages gespielt haben: anna und bob",
        ),
    },
    "Away: %(names)s.": {
        "en": ("Away: anna.", "Away: anna and bob."),
        "nl": ("Afwezig: anna.", "Afwezig: anna en bob."),
        "de": ("Abwesend: anna.", "Abwesend: anna und bob."),
    },
}


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_right_for_one_name_and_for_two(sentence: str, language: str) -> None:
    with override(language):
        told = tuple(gettext(sentence) % {"names": names_of(names)} for names in (("anna",), ("anna", "bob")))
    assert told == SENTENCES[sentence][language]


@pytest.mark.parametrize("language", ["nl", "de"])
def test_no_other_sentence_has_a_list_of_names(language: str) -> None:
    assert {entry.msgid for entry in sentences(language) if NAMES.search(entry.msgid)} == set(SENTENCES)
