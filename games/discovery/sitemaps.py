"""The sitemap: an index, and files of at most `PER_FILE` addresses; each page has one in each language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import get_language

from accounts.models import User
from games.catalogue import games, lessons
from games.discovery.addresses import INFORMATION, in_language
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play.seals import unsealed
from games.puzzles.models import Puzzle
from games.puzzles.services.selection import visible

PER_FILE = 3000  # addresses: 1000 pages in three languages, about 2 MB
MOST = 10_000  # matches, and puzzles, the latest first: the bound of what a crawler can cost


Item = tuple[str, datetime | None]  # the path of a page, and when it changed last


class SectionMap(Sitemap):  # type: ignore[type-arg]  # generic for the type checker only
    """A section: pages by path and time of the last change, each in every language and with the alternates."""

    i18n = True
    alternates = True
    x_default = True
    limit = PER_FILE
    protocol = "https" if settings.SECURE else "http"

    def __init__(self, items: Callable[[], Sequence[Item]]) -> None:
        """Take the function that returns the pages of the section, at most `MOST` rows of the database."""
        self.items = items  # type: ignore[method-assign]

    def location(self, item: Item) -> str:
        """Return the path in the active language."""
        return in_language(item[0], get_language() or settings.LANGUAGE_CODE)

    def lastmod(self, item: Item) -> datetime | None:
        """Return the time of the last change; None where it is not known."""
        return item[1]


def _pages() -> Sequence[Item]:
    """Return the pages that are always there: front page, rules, lessons, rankings, information."""
    names = (
        "home",
        "lobby:lobby",
        "puzzles:puzzles",
        "ratings:ratings",
        "events:events",
        "fairness:fairness",
        "dumps:data",
    )
    paths = [reverse(name) for name in (*names, *(f"information:{name}" for name in INFORMATION))]
    for slug in games():
        paths += [reverse("rules", args=[slug]), reverse("puzzles:past", args=[slug])]
        paths += [reverse("lessons:lesson", args=[slug, number + 1]) for number in range(len(lessons(slug)))]
        paths += [reverse("ratings:pool", args=[slug, pace]) for pace in ("live", "days")]
    return [(path, None) for path in paths]


def latest_matches() -> Sequence[Item]:
    """Return the latest finished matches that had a result."""
    results = [ending for ending in Ending if ending.has_result]
    over = Match.objects.filter(unsealed(), finished_at__isnull=False, voided_at=None, game_slug__in=games())
    rows = over.filter(ending__in=results).order_by("-finished_at").values_list("pk", "finished_at")[:MOST]
    return [(reverse("matches:match", args=[pk]), finished_at) for pk, finished_at in rows]


def _puzzles() -> Sequence[Item]:
    """Return the latest puzzles that players may see."""
    rows = visible().filter(state=Puzzle.State.OFFERED).order_by("-made_at").values_list("pk", "made_at")[:MOST]
    return [(reverse("puzzles:puzzle", args=[pk]), made_at) for pk, made_at in rows]


def _players() -> Sequence[Item]:
    """Return the computer players, and the players who allow it, those who were here last first."""
    people = User.objects.filter(Q(is_computer=True) | Q(is_findable=True), is_active=True, is_guest=False)
    names = people.order_by(F("seen_at").desc(nulls_last=True), "pk").values_list("username", flat=True)[:MOST]
    return [(reverse("matches:player", args=[name]), None) for name in names]


SITEMAPS: dict[str, type[Sitemap[Any]] | Sitemap[Any]] = {  # as Django types them
    "pages": SectionMap(_pages),
    "matches": SectionMap(latest_matches),
    "puzzles": SectionMap(_puzzles),
    "players": SectionMap(_players),
}
