"""Retired words are refused in sentences for players, in every language."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from numgames.management.commands.translations import _faults
from numgames.terms import retired_words


@pytest.mark.parametrize(
    ("language", "text", "word", "instead"),
    [
        ("en", "The match is called off.", "called off", "cancelled"),
        ("en", "Notices", "Notices", "notification"),
        ("nl", "Je tijd in partijen over dagen", "over dagen", "correspondentie"),
        ("nl", "Open uitnodigingen", "uitnodigingen", "uitdaging"),
        ("de", "Deine Zeit in Partien über Tage", "über Tage", "Fernpartie"),
        ("de", "Die Gegenseite beginnt", "Gegenseite", "Gegner"),
        ("de", "Sudoku duel", "Sudoku duel", "Sudoku-Duell"),
    ],
)
def test_a_retired_word_is_told_with_its_replacement(language: str, text: str, word: str, instead: str) -> None:
    assert list(retired_words(language, text)) == [(word, instead)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Notifications of Numgames reach you this way."),
        ("nl", "Dit wachtwoord is te kort."),
        ("de", "Lade die Seite neu: eine Seite weiter."),
        ("de", "Drei Zahlen in einer Reihe ergeben 15."),
    ],
)
def test_other_words_stay(language: str, text: str) -> None:
    assert list(retired_words(language, text)) == []


def test_the_check_reads_sentences_and_all_forms_of_translations(tmp_path: Path) -> None:
    file = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid="It was called off.", msgstr="Abgebrochen."))
    forms = {0: "%(n)s Spieler", 1: "%(n)s Personen"}
    catalogue.append(polib.POEntry(msgid="%(n)s player", msgid_plural="%(n)s players", msgstr_plural=forms))
    catalogue.save(str(file))

    assert [fault.partition(" say ")[0] for fault in _faults(file)] == [
        "de: instead of 'called off'",
        "de: instead of 'Personen'",
    ]
