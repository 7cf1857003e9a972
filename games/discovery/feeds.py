"""Atom feeds (RFC 4287): matches of a player or an event, daily puzzles, news. They hold the latest `MOST` entries."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, time
from operator import attrgetter
from typing import TYPE_CHECKING

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import linebreaks
from django.utils.http import parse_http_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.player import player_at, viewer_of
from core.templatetags.wording import label_of
from games.catalogue import games
from games.daily.models import News
from games.daily.today import news
from games.events.errors import NoSuchEvent
from games.events.models import Event, Pairing
from games.events.services import find_event
from games.matches.models import Match
from games.matches.pages.tallies import score_of
from games.matches.play.seals import unsealed
from games.matches.templatetags.sentences import named
from games.puzzles.models import Daily, Puzzle
from games.puzzles.services.selection import today

MOST = 30

if TYPE_CHECKING:
    _MatchFeed = Feed[Match, User]
    _DailyFeed = Feed[Daily, None]
    _NewsFeed = Feed[News, None]
    _EventFeed = Feed[Pairing, Event]
else:
    _MatchFeed = _DailyFeed = _NewsFeed = _EventFeed = Feed  # generic in the stubs only


@require_safe
def player_feed(request: HttpRequest, name: str) -> HttpResponseBase:
    """Return the feed of a player; redirect from a look-alike spelling of the name."""
    person = player_at(name)
    if person.username != name:
        return redirect("discovery:player_feed", person.username)
    return _answer(request, PlayerFeed()(request, person=person))


@require_safe
def daily_feed(request: HttpRequest) -> HttpResponseBase:
    """Return the feed of the daily puzzles."""
    return _answer(request, DailyFeed()(request))


@require_safe
def news_feed(request: HttpRequest) -> HttpResponseBase:
    """Return the feed of the news by staff."""
    return _answer(request, NewsFeed()(request))


@require_safe
def event_feed(request: HttpRequest, key: str) -> HttpResponseBase:
    """Return the feed of the results of an event."""
    try:
        return _answer(request, EventFeed()(request, event=find_event(key, viewer_of(request))))
    except NoSuchEvent:
        raise Http404 from None


def _answer(request: HttpRequest, feed: HttpResponse) -> HttpResponseBase:
    """Return the feed; 304 without content where the reader has it as it is (RFC 9110, 13).

    Django's `conditional_page` does so for GET, but not for HEAD.
    """
    etag = feed.headers["ETag"] = f'"{hashlib.sha256(feed.content).hexdigest()}"'
    modified = parse_http_date(feed.headers["Last-Modified"])
    return get_conditional_response(request, etag=etag, last_modified=modified, response=feed) or feed


class DatedAtom(Atom1Feed):
    """A feed that keeps its date while it is empty: Django's has the time of the request then."""

    def latest_post_date(self) -> datetime:
        """Return the latest date of an entry; without entries the date that the feed has."""
        return super().latest_post_date() if self.items else self.feed["began"]


class PlayerFeed(_MatchFeed):
    """The finished matches of one player, latest first; none that was cancelled or declared void."""

    feed_type = DatedAtom

    def get_object(self, request: HttpRequest, *args: object, person: User, **kwargs: object) -> User:
        """Return the player whom the feed is about."""
        return person

    def feed_extra_kwargs(self, obj: User) -> dict[str, datetime]:
        """Return the date of the feed without entries: when the player joined."""
        return {"began": obj.date_joined}

    def author_name(self, obj: User) -> str:
        """Return the player's name."""
        return str(obj)

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
        matches = Match.objects.filter(unsealed(), game_slug__in=games(), voided_at=None, finished_at__isnull=False)
        matches = matches.select_related("first", "second").order_by("-moved_at")
        # One after the other, as each has its index: of both at once all matches of the player would be read.
        latest = [match for own in ({"first": obj}, {"second": obj}) for match in matches.filter(**own)[: 2 * MOST]]
        latest.sort(key=attrgetter("moved_at"), reverse=True)
        return [match for match in latest if match.ended.has_result][:MOST]

    def item_title(self, item: Match) -> str:
        """Return players and points."""
        score = score_of(item)
        first, second = score.numbers
        words = f" ({score.words})" if score.unit else ""
        return label_of(item.game_name, f"{item.first} {first} – {second} {item.second}{words}")

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

    item_updateddate = item_pubdate


class DailyFeed(_DailyFeed):
    """The daily puzzles up to today, latest first."""

    feed_type = DatedAtom
    feed_guid = "urn:numgames:dailies"
    author_name = "Numgames"
    title = gettext_lazy("Daily puzzles")
    link = reverse_lazy("puzzles:puzzles")

    def feed_extra_kwargs(self, obj: None) -> dict[str, datetime]:
        """Return the date of the feed without entries: the beginning of today."""
        return {"began": datetime.combine(today(), time(), UTC)}

    def items(self) -> list[Daily]:
        """Return the latest days of all games."""
        dailies = Daily.objects.filter(day__lte=today(), game_slug__in=games(), puzzle__state=Puzzle.State.OFFERED)
        return list(dailies.select_related("puzzle").order_by("-day", "game_slug")[:MOST])

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

    item_updateddate = item_pubdate


class NewsFeed(_NewsFeed):
    """The news by staff, latest first."""

    feed_type = DatedAtom
    feed_guid = "urn:numgames:news"
    author_name = "Numgames"
    title = gettext_lazy("News of Numgames")
    link = reverse_lazy("daily:news")

    def feed_extra_kwargs(self, obj: None) -> dict[str, datetime]:
        """Return the date of the feed without entries: the beginning of today."""
        return {"began": datetime.combine(today(), time(), UTC)}

    def items(self) -> list[News]:
        """Return the latest news."""
        return list(news()[:MOST])

    def item_title(self, item: News) -> str:
        """Return the title."""
        return item.localized[0]

    def item_description(self, item: News) -> str:
        """Return the text, in which a reader of feeds reads HTML."""
        return linebreaks(item.localized[1], autoescape=True)

    def item_link(self, item: News) -> str:
        """Return the place on the page of the news."""
        return f"{reverse('daily:news')}#news-{item.pk}"

    def item_guid(self, item: News) -> str:
        """Return the id of the entry."""
        return f"urn:numgames:news:{item.pk}"

    def item_pubdate(self, item: News) -> datetime:
        """Return since when they are public."""
        return item.published_at

    item_updateddate = item_pubdate


class EventFeed(_EventFeed):
    """The results of the matches of one event, latest first."""

    feed_type = DatedAtom
    author_name = "Numgames"

    def get_object(self, request: HttpRequest, *args: object, event: Event, **kwargs: object) -> Event:
        """Return the event that the feed is about."""
        return event

    def feed_extra_kwargs(self, obj: Event) -> dict[str, datetime]:
        """Return the date of the feed without entries: when the event was announced."""
        return {"began": obj.made_at}

    def title(self, obj: Event) -> str:
        """Return the name of the event."""
        return obj.title

    def link(self, obj: Event) -> str:
        """Return the page of the event."""
        return obj.get_absolute_url()

    def feed_guid(self, obj: Event) -> str:
        """Return the id of the feed."""
        return f"urn:numgames:event:{obj.pk}"

    def items(self, obj: Event) -> list[Pairing]:
        """Return the latest matches with a result."""
        decided = Pairing.objects.filter(round__event=obj, decided_at__isnull=False, match__isnull=False)
        people = decided.select_related("round", "first__player", "second__player")
        return list(people.order_by("-decided_at", "-pk")[:MOST])

    def item_title(self, item: Pairing) -> str:
        """Return who met, and in which round."""
        first, second = item.players()
        return _("Round %(number)d: %(first)s – %(second)s") % {
            "number": item.round.number,
            "first": first,
            "second": second,
        }

    def item_description(self, item: Pairing) -> str:
        """Return the result, and how it came about where it was not played."""
        words = [str(item.get_result_display()), str(item.get_cause_display()) if item.cause else ""]
        return " · ".join(filter(None, words))

    def item_link(self, item: Pairing) -> str:
        """Return the page of the match."""
        return reverse("matches:match", args=[item.match_id])

    def item_guid(self, item: Pairing) -> str:
        """Return the id of the entry."""
        return f"urn:numgames:pairing:{item.pk}"

    def item_pubdate(self, item: Pairing) -> datetime | None:
        """Return when the result was known."""
        return item.decided_at

    item_updateddate = item_pubdate
