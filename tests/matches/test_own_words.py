"""Each game's pages call what is placed by the game's own word: tile, chip or piece."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import User
from games.catalogue import games
from games.computers.services import begin_guided
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from tests.html import html_of
from tests.matches.conftest import play_on
from tests.sizes import THOROUGH

SignedIn = Callable[[User], Client]
OTHERS = {  # the words of other games
    ("tenbyten", "en"): r"(tile|piece)s?",
    ("tenbyten", "nl"): r"(steen|stenen|steentjes?)",
    ("tenbyten", "de"): r"(Stein|Steine|Steinen|Steins)",
    ("tenbyten", "fr"): r"(tuile|pièce)s?",
    ("tenbyten", "pl"): r"płyt(ka|ki|kę|ką|ce|ek|kom|kami|kach)",
    ("summy", "en"): r"(tile|chip)s?",
    ("summy", "nl"): r"fiches?",
    ("summy", "de"): r"Chips?",
    ("summy", "fr"): r"(tuile|jeton)s?",
    ("summy", "pl"): r"żeton(y|u|ów|em|ami)?",
    ("digifeud", "en"): r"(piece|chip)s?",
    ("sudoku", "en"): r"(piece|chip)s?",
}
TELLING = [
    ("tenbyten", "pl"),
    ("summy", "nl"),
    ("digifeud", "en"),
    ("sudoku", "en"),
]
OF_THE_SITE = {
    "en": "Board and tiles",
    "nl": "Bord en stenen",
    "de": "Brett und Steine",
    "fr": "Plateau et tuiles",
    "pl": "Plansza i\N{NO-BREAK SPACE}płytki",
}  # for all games


def words_on(page: str) -> str:
    """Return what a page says: its text, and the sentences of its scripts."""
    said = re.findall(r' data-(?:returned|theirs|nothing|picked|noplace|question)="([^"]*)"', page)
    main = page[page.index("<main") : page.index("</main>")]
    text = strip_tags(re.sub(r"<(script|style|svg)\b.*?</\1>", "", main, flags=re.DOTALL))
    return html.unescape(" ".join([text, *said]))


def begun(slug: str, first: User, second: User) -> Match:
    """Return a new match of this game."""
    return start_match(
        game_slug=slug,
        options=games()[slug].options_type(),
        first=first,
        second=second,
        time_control=TimeControl.correspondence(days=3),
    )


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "language"), OTHERS if THOROUGH else TELLING)
def test_a_game_has_one_word_for_what_is_placed(
    anna: User, bob: User, signed_in: SignedIn, slug: str, language: str
) -> None:
    browser, reads = signed_in(anna), {"Accept-Language": f"{language},en;q=0.5"}
    running = play_on(begun(slug, anna, bob), 1)
    over = play_on(begun(slug, anna, bob), 2)
    resign(over.pk, bob)
    guided = begin_guided(anna, slug)
    pages = [reverse("matches:match", args=[one.pk]) for one in (running, over, guided)]
    pages += [reverse("matches:fairness", args=[one.pk]) for one in (running, over)]
    pages += [reverse("lessons:lesson", args=[slug, 1]), reverse("rules", args=[slug])]
    for path in pages:
        told = words_on(html_of(browser.get(path, headers=reads))).replace(OF_THE_SITE[language], "")
        found = re.search(rf".{{0,60}}\b{OTHERS[slug, language]}\b.{{0,60}}", told)
        assert not found, (path, found and found[0])
