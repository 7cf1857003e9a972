"""The words of the pages that explain: visitors see no more than these, the rest is folded."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import resign
from games.matches.time.control import TimeControl
from games.rules import Options
from tests.seen_words import words
from tests.sizes import cases

LANGUAGES = [code for code, _ in settings.LANGUAGES]
MOST = {
    "/ratings/how/": 220,
    "/fairness/": 120,
    "/games/digifeud/": 600,
    "/games/summy/": 500,
    "/games/tenbyten/": 450,
    "/games/sudoku/": 380,
}
MOST_ABOUT = 29
LATE = datetime(2037, 9, 23, 22, 48, tzinfo=UTC)  # a date that is written in full


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_that_explain_are_short(language: str, client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    counts = {path: len(words(client.get(path, follow=True).text, "main")) for path in MOST}
    assert min(counts.values()) > 50
    assert {path: count for path, count in counts.items() if count > MOST[path]} == {}


def longest(kind: type[Options]) -> Options:
    """Return the options of a game whose names are the longest."""
    every = [[(choice.name, answer) for answer in choice.answers] for choice in kind.choices()]
    return max((kind(**dict(answers)) for answers in product(*every)), key=lambda options: len(repr(options.summary())))


@pytest.mark.django_db
@cases("language", LANGUAGES, default=["fr", "pl"])  # the longest words
def test_a_match_is_described_in_a_few_words(language: str, anna: User, bob: User, client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    for slug, game in games().items():
        match = start_match(
            game_slug=slug,
            options=longest(game.options_type),
            first=anna,
            second=bob,
            time_control=TimeControl.correspondence(days=3, vacation=True),
        )
        same = Match.objects.filter(pk=match.pk)
        same.update(deadline_at=LATE, rated=True)
        about = [words(client.get(f"/matches/{match.pk}/").text, "details", "about")]
        resign(match.pk, anna)
        for change in ({"mixed_by": 0}, {"mixed_by": 3}, {"commitment": "0" * 64}):
            same.update(**change)
            about.append(words(client.get(f"/matches/{match.pk}/").text, "details", "about"))
        assert len({" ".join(one) for one in about}) == len(about)
        assert [one for one in about if not 10 < len(one) <= MOST_ABOUT] == [], slug
