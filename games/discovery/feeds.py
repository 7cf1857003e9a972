"""Atom feeds: a player's finished matches, and the daily puzzles. Both hold the latest `MOST` entries."""

from __future__ import annotations

from datetime import UTC, datetime, time
from operator import attrgetter
from typing import TYPE_CHECKING

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.catalogue import games
from games.matches.models import Match
from games.matches.templatetags.sentences import named
from games.puzzles.days import today
from games.puzzles.models import Daily, Puzzle

MOST = 30

if TYPE_CHECKING:
    _MatchFeed = Feed[Match, User]
    _DailyFeed = Feed[Daily, None]
else:
    _MatchFeed = _DailyFeed = Feed  # generic in the stubs only


class PlayerFeed(_MatchFeed):
    """The finished matches of one player, latest first; none that was cancelled or declared void."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: object, **kwargs: object) -> User:
        """Return the player named in the address; raises Http404."""
        return get_object_or_404(User, username=kwargs["name"], is_active=True)

    def title(self, obj: User) -> str:
        """Return the title of the feed."""
        return _("Matches of %(name)s") % {"name": obj}

    def link(self, obj: User) -> str:
        """Return the player's page."""
        return reverse("matches:player", args=[obj.username])

    def feed_guid(self, obj: User) -> str:
        """Return the id of the feed, which survives a change of the name."""
        return f"urn:numgames:player:{obj.pk}"

    def items(self, obj: User) -> list[Match]:
        """Return the latest matches with a result."""
        known = Match.objects.filter(game_slug__in=games(), voided_at=None, finished_at__isnull=False)
        known = known.select_related("first", "second").order_by("-moved_at")
        # One after the other, as each has its index: of both at once all matches of the player would be read.
        found = [match for own in ({"first": obj}, {"second": obj}) for match in known.filter(**own)[: 2 * MOST]]
        found.sort(key=attrgetter("moved_at"), reverse=True)
        return [match for match in found if match.ended.has_result][:MOST]

    def item_title(self, item: Match) -> str:
        """Return players and points."""
        return f"{item.game_name}: {item.first} {item.first_points} – {item.second_points} {item.second}"

    def item_description(self, item: Match) -> str:
        """Return who won."""
        winner = {1: item.first, 2: item.second}.get(item.winner or 0)
        return _("%(name)s won.") % {"name": winner} if winner else _("Draw.")

    def item_link(self, item: Match) -> str:
        """Return the page of the match."""
        return reverse("matches:match", args=[item.pk])

    def item_guid(self, item: Match) -> str:
        """Return the id of the entry."""
        return f"urn:numgames:match:{item.pk}"

    def item_pubdate(self, item: Match) -> datetime | None:
        """Return when the match ended."""
        return item.finished_at

    def item_updateddate(self, item: Match) -> datetime | None:
        """Return when the match ended."""
        return item.finished_at


class DailyFeed(_DailyFeed):
    """The daily puzzles up to today, latest first."""

    feed_type = Atom1Feed
    feed_guid = "urn:numgames:dailies"

    def title(self) -> str:
        """Return the title of the feed."""
        return _("Daily puzzles")

    def link(self) -> str:
        """Return the page of the puzzles."""
        return reverse("puzzles:puzzles")

    def items(self) -> list[Daily]:
        """Return the latest days of all games."""
        shown = Daily.objects.filter(day__lte=today(), game_slug__in=games(), puzzle__state=Puzzle.State.OFFERED)
        return list(shown.select_related("puzzle").order_by("-day", "game_slug")[:MOST])

    def item_title(self, item: Daily) -> str:
        """Return game, number and day."""
        return f"{named(games()[item.game_slug])} #{item.number} · {date_format(item.day, 'DATE_FORMAT')}"

    def item_description(self, item: Daily) -> str:
        """Return the task of the puzzle."""
        return item.puzzle.question

    def item_link(self, item: Daily) -> str:
        """Return the page of the puzzle."""
        return reverse("puzzles:puzzle", args=[item.puzzle_id])

    def item_guid(self, item: Daily) -> str:
        """Return the id of the entry."""
        return f"urn:numgames:daily:{item.game_slug}:{item.day}"

    def item_pubdate(self, item: Daily) -> datetime:
        """Return the beginning of its day."""
        return datetime.combine(item.day, time(), UTC)

    def item_updateddate(self, item: Daily) -> datetime:
        """Return the beginning of its day."""
        return self.item_pubdate(item)
