"""Each game has its own translations: Reach is in Dutch and German, a game without translations in English."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains

from accounts.models import User
from games.catalogue import games
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl
from games.rules import Seat, SeededRandom
from numgames.management.commands.makemessages import locale_dirs
from tests.plugin.conftest import HEALTHY, Folders
from tests.site.test_languages import reads

THREE_DAYS = TimeControl.correspondence(days=3)

SignedIn = Callable[[User], Client]
FOUR = ["digifeud", "sudoku", "summy", "tenbyten"]
CODES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
SPEAKING = HEALTHY.replace("Healthy()", "Healthy()\nHELLO = say('Good {evening}.')").replace(
    "from tests", "from games.rules import say\nfrom tests"
)


@pytest.mark.parametrize(
    ("language", "aim", "goal"),
    [
        ("nl", "Leg elke beurt een fiche; wie het eerst het doel bereikt, wint.", "15\N{NO-BREAK SPACE}punten"),
        ("de", "Leg in jedem Zug einen Stein; wer zuerst das Ziel erreicht, gewinnt.", "15\N{NO-BREAK SPACE}Punkte"),
        ("en", "Lay a tile each turn; who first reaches the goal wins.", "15\N{NO-BREAK SPACE}points"),
    ],
)
def test_the_fifth_game_is_offered_in_the_language_of_the_page(db: None, language: str, aim: str, goal: str) -> None:
    assertContains(Client().get(reverse("rules", args=["reach"]), headers=reads(language)), aim)
    assertContains(Client().get("/lobby/new/?game=reach", headers=reads(language)), goal)


@pytest.mark.parametrize(("language", "pile"), [("nl", "Fiches in de zak"), ("de", "Steine im Beutel")])
def test_the_fifth_game_is_played_and_refuses_in_the_language_of_the_page(
    anna: User, bob: User, signed_in: SignedIn, language: str, pile: str
) -> None:
    game = games()["reach"]
    match = start_match(
        game_slug="reach",
        options=game.options_type(),
        first=anna,
        second=bob,
        time_control=THREE_DAYS,
    )
    page = signed_in(anna).get(reverse("matches:match", args=[match.pk]), headers=reads(language))
    assertContains(page, pile)
    position = game.setup(match.options, SeededRandom(bytes(match.seed)))
    missing = next(tile for tile in "12345" if tile not in position.hands[Seat.FIRST.index])
    move = {"ply": 1, "text": f"{missing}a1"}
    answer = signed_in(anna).post(reverse("matches:move", args=[match.pk]), move, headers=reads(language))
    told = {"nl": f"Je hebt geen {missing}.", "de": f"Du hast keinen Stein {missing}."}[language]
    assertContains(answer, told, status_code=422)


@pytest.mark.parametrize("slug", FOUR)
def test_each_of_the_four_speaks_every_language_of_the_site(slug: str) -> None:
    for language in CODES:
        assert locale(settings.BASE_DIR / "games" / slug, language).exists()


@pytest.mark.thorough
@pytest.mark.slow
def test_a_game_without_a_locale_is_checked_for_nothing(folders: Folders) -> None:
    folders({"healthy/rules.py": SPEAKING})
    assert "healthy" in games()
    call_command("translations")


@pytest.mark.thorough  # by default: tests/site/test_terms.py and the other checks of sentences
@pytest.mark.slow
def test_a_game_with_a_locale_has_to_have_every_sentence_in_it(folders: Folders) -> None:
    package = folders({"healthy/rules.py": SPEAKING})
    borrow(package / "healthy", "nl")
    with pytest.raises(CommandError) as told:
        call_command("translations")
    (fault, _) = str(told.value).split("\n")
    assert fault.endswith("healthy/locale/nl: not translated: 'Good {evening}.'")


@pytest.mark.thorough
@pytest.mark.slow
def test_what_is_translated_but_not_compiled_is_told_and_all_else_is_well(folders: Folders) -> None:
    package = folders({"healthy/rules.py": SPEAKING})
    borrow(package / "healthy", "nl", {"Good {evening}.": "Goeden{evening}."})
    locale(package / "healthy", "nl").with_suffix(".mo").unlink()
    with pytest.raises(CommandError) as told:
        call_command("translations")
    (fault, _) = str(told.value).split("\n")
    assert fault.endswith("healthy/locale/nl/LC_MESSAGES/django.po: compiled from an older version")


@pytest.mark.thorough
@pytest.mark.slow
def test_two_folders_that_translate_a_sentence_in_two_ways_are_told(folders: Folders) -> None:
    package = folders({"healthy/rules.py": SPEAKING.replace("Good {evening}.", "The match is over.")})
    borrow(package / "healthy", "nl", {"The match is over.": "Klaar."})
    with pytest.raises(CommandError, match=r"not as in .*'The match is over.'"):
        call_command("translations")


@pytest.mark.thorough
@pytest.mark.slow
def test_translations_move_with_their_sentences(folders: Folders, tmp_path: Path) -> None:
    """Translations of another game are reused; sentences of the site itself stay in the site's catalogue."""
    marked_texts = "('Good {evening}.')\nOVER = say('The match is over.')\nPLAYER = say('Beginner')"
    package = folders({"healthy/rules.py": SPEAKING.replace("('Good {evening}.')", marked_texts)})
    healthy = package / "healthy"
    (healthy / "locale" / "nl").mkdir(parents=True)
    copies = {
        folder: path if folder == healthy else Path(shutil.copytree(path, tmp_path / "copies" / str(number)))
        for number, (folder, path) in enumerate(locale_dirs().items())
    }
    call_command("makemessages", locale=CODES, verbosity=0, dirs=copies)
    found = polib.pofile(str(locale(healthy, "nl")))
    assert {one.msgid: one.msgstr for one in found if not one.fuzzy} | {"Good {evening}.": ""} == {
        "Good {evening}.": "",
        "The match is over.": "De partij is afgelopen.",
    }
    assert found.metadata["Language"] == "nl"
    assert not locale(healthy, "de").exists()


def locale(folder: Path, language: str) -> Path:
    """Return the file with the sentences of this folder."""
    return folder / "locale" / language / "LC_MESSAGES" / "django.po"


def borrow(folder: Path, language: str, sentences: dict[str, str] | None = None) -> None:
    """Give the folder a file of these translations, with the header of the site's file."""
    file = locale(folder, language)
    file.parent.mkdir(parents=True)
    shutil.copy(locale(settings.BASE_DIR, language), file)
    found = polib.pofile(str(file))
    found[:] = [polib.POEntry(msgid=one, msgstr=text) for one, text in (sentences or {}).items()]
    found.save()
    found.save_as_mofile(str(file.with_suffix(".mo")))


@pytest.mark.thorough  # only who develops does so
def test_two_may_collect_sentences_at_once() -> None:
    """The second waits: the first one's intermediate files lie beside the templates."""
    check = [sys.executable, "manage.py", "translations"]
    both = [subprocess.Popen(check, cwd=settings.BASE_DIR, stderr=subprocess.PIPE, text=True) for _one in range(2)]
    assert [(one.communicate()[1], one.returncode) for one in both] == [("", 0)] * 2
