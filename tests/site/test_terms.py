"""Retired words are refused in sentences for players, in every language."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from numgames.management.commands.translations import _faults, mistaken_words, retired_words


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
        ("en", "Your moves are compared, to find help from programs.", "find help from", "detect help from"),
        ("en", "It counts only for the player who covers the square first.", "covers the square first", "only once"),
        ("en", "Send mails here", "mails", "e-mail"),
        ("en", "Most points win.", "Most points win", "the player with the most points wins"),
        ("en", "It wins 45 of 100 times.", "of 100 times", "per cent"),
        ("nl", "De meeste punten winnen.", "De meeste punten winnen", "wie de meeste punten heeft, wint"),
        ("nl", "Klik op ‘Nu spelen’", "Klik", "druk"),
        ("de", "Klick auf „Jetzt spielen“", "Klick", "drücken"),
        ("nl", "Een gewaardeerde partij", "gewaardeerde", "met rating"),
        ("nl", "Gewaardeerd of vriendschappelijk", "Gewaardeerd", "met rating"),
        ("nl", "De partij telt in de waardering mee.", "waardering", "rating"),
        (
            "nl",
            "om hulp van programma’s te vinden",
            "hulp van programma’s te vinden",
            "zien of een programma heeft geholpen",
        ),
        ("nl", "Je browser trekt de stenen mee.", "trekt de stenen mee", "doet mee met trekken"),
        ("nl", "4 u 5 m", "u 5 m", "min"),
        ("de", "Der Zug gab nichts her.", "gab nichts her", "verschenken, kosten"),
        ("de", "was der gespielte Zug hergab", "hergab", "verschenken, kosten"),
        ("de", "Hat der Zug etwas hergegeben?", "hergegeben", "verschenken, kosten"),
        (
            "de",
            "um Hilfe von Programmen zu finden",
            "Hilfe von Programmen zu finden",
            "erkennen, ob ein Programm geholfen hat",
        ),
        ("de", "Dein Browser zieht die Steine mit.", "zieht die Steine mit", "wirkt beim Ziehen mit"),
        ("de", "Tipp auf die 2, dann auf d4.", "Tipp auf", "antippen, eingeben"),
        ("de", "Drück und tipp auf das Symbol.", "tipp auf", "antippen, eingeben"),
        ("de", "Noch ein Tipp nimmt ihn zurück.", "Noch ein Tipp", "antippen, eingeben"),
        ("de", "Leg Steine oder tipp einen Zug.", "tipp einen", "antippen, eingeben"),
        ("de", "Tipp einen Namen ein.", "Tipp einen", "antippen, eingeben"),
        ("de", "Geh auf ein Feld und tipp.", "tipp", "antippen, eingeben"),
        ("de", "Zug eintippen", "eintippen", "eingeben"),
        ("de", "Pfeiltasten und getippte Züge", "getippte", "eingeben"),
        ("de", "indem du Züge tippst", "tippst", "eingeben"),
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
        ("nl", "Een partij met rating; een vriendschappelijke partij"),
        ("nl", "4 u 5 min"),
        ("de", "Der Zug hat nichts verschenkt."),
        ("de", "Ein Tipp hilft: Jede Partie hat Tipps."),
        ("de", "Tippe die 2 an, dann d4, oder gib 2d4 ein."),
        ("de", "Vielleicht ist ein Tippfehler in der Adresse."),
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


@pytest.mark.parametrize(
    ("language", "original", "text", "faults"),
    [
        ("de", "The rules for using this site", "Die Regeln für diese Seite", [("Seite", "Website")]),
        ("de", "protects forms against other sites", "schützt Formulare vor anderen Seiten", [("Seiten", "Website")]),
        ("de", "The rules for using this site", "Die Regeln für diese Website", []),
        ("de", "Reload this page", "Diese Seite neu laden", []),
        (
            "de",
            "If these terms change, this page changes. We tell you on the site.",
            "Ändern sich diese Bedingungen, ändert sich diese Seite. Wir sagen es auf der Website.",
            [],
        ),
        (
            "de",
            "If these terms change, this page changes. We tell you on the site.",
            "Ändern sich diese Bedingungen, ändert sich diese Seite. Wir sagen es auf der Seite.",
            [("Seite", "Website")],
        ),
        ("nl", "The rules for using this site", "De regels voor deze site", []),
    ],
)
def test_a_word_of_another_thing_is_told_by_the_english_sentence(
    language: str, original: str, text: str, faults: list[tuple[str, str]]
) -> None:
    assert list(mistaken_words(language, original, text)) == faults


def test_the_check_reads_the_english_sentence_beside_its_translation(tmp_path: Path) -> None:
    file = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid="The site is down.", msgstr="Die Seite ist nicht erreichbar."))
    catalogue.save(str(file))

    assert [fault.partition(" say ")[0] for fault in _faults(file)] == ["de: instead of 'Seite'"]
