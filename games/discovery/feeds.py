"""Atom feeds (RFC 4287): matches of a player or an event, daily puzzles, news. They hold the latest `MOST` entries."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, time
from operator import attrgetter
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import linebreaks
from django.utils.http import http_date
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.player import player_at, viewer_of
from core.templatetags.wording import label_of
from core.web import absolute
from games.catalogue import games
from games.daily.table import news
from games.events.models import Event, Pairing
from games.events.services import find_event
from games.matches.models import Match
from games.matches.pages.tallies import score_of
from games.matches.play.seals import unsealed
from games.matches.templatetags.sentences import named
from games.puzzles.models import Daily, Puzzle
from games.puzzles.services.selection import today

MOST = 30


class Entry(NamedTuple):
    """An entry: its id, its place on the site, its words (HTML in the text), and when it was published."""

    guid: str
    path: str
    title: str
    text: str
    at: datetime


class Contents(NamedTuple):
    """A feed: its id, its title, the path of its page, its date without entries, its author, and its entries."""

    guid: str
    title: str
    path: str
    began: datetime
    entries: list[Entry]
    author: str = "Numgames"


class DatedAtom(Atom1Feed):
    """A feed that keeps its date while it is empty: Django's has the time of the request then."""

    def latest_post_date(self) -> datetime:
        """Return the latest date of an entry; without entries the date that the feed has."""
        return super().latest_post_date() if self.items else self.feed["began"]


@require_safe
def player_feed(request: HttpRequest, name: str) -> HttpResponseBase:
    """Return the feed of a player; redirect from a look-alike spelling of the name."""
    person = player_at(name)
    if person.username != name:
        return redirect("discovery:player_feed", person.username)
    return _answer(request, of_player(person))


@require_safe
def daily_feed(request: HttpRequest) -> HttpResponseBase:
    """Return the feed of the daily puzzles."""
    return _answer(request, of_dailies())


@require_safe
def news_feed(request: HttpRequest) -> HttpResponseBase:
    """Return the feed of the news by staff."""
    return _answer(request, of_news())


@require_safe
def event_feed(request: HttpRequest, key: str) -> HttpResponseBase:
    """Return the feed of the results of an event."""
    return _answer(request, of_event(find_event(key, viewer_of(request))))


def _answer(request: HttpRequest, feed: Contents) -> HttpResponseBase:
    """Return the feed as Atom; 304 without content where the reader has it as it is (RFC 9110, 13)."""
    atom = DatedAtom(
        title=feed.title,
        link=absolute(feed.path, request),
        description="",
        language=get_language(),
        feed_url=absolute(request.path, request),
        feed_guid=feed.guid,
        author_name=feed.author,
        began=feed.began,
    )
    for one in feed.entries:
        atom.add_item(
            title=one.title,
            link=absolute(one.path, request),
            description=one.text,
            unique_id=one.guid,
            pubdate=one.at,
            updateddate=one.at,
        )
    latest = atom.latest_post_date().timestamp()
    answer = HttpResponse(atom.writeString("utf-8"), content_type=atom.content_type)
    answer["Last-Modified"] = http_date(latest)
    answer["ETag"] = etag = f'"{hashlib.sha256(answer.content).hexdigest()}"'
    return get_conditional_response(request, etag=etag, last_modified=int(latest), response=answer) or answer


def of_player(person: User) -> Contents:
    """Return the finished matches of one player, latest first; none that was cancelled or declared void."""
    matches = Match.objects.filter(unsealed(), game_slug__in=games(), voided_at=None, finished_at__isnull=False)
    matches = matches.select_related("first", "second").order_by("-moved_at")
    # One after the other, as each has its index: of both at once all matches of the player would be read.
    latest = [match for own in ({"first": person}, {"second": person}) for match in matches.filter(**own)[: 2 * MOST]]
    latest.sort(key=attrgetter("moved_at"), reverse=True)
    return Contents(
        guid=f"urn:numgames:player:{person.pk}",  # it survives a change of the name
        title=_("Matches of %(name)s") % {"name": person},
        path=reverse("matches:player", args=[person.username]),
        began=person.date_joined,
        entries=[_of_match(match) for match in latest if match.ended.has_result][:MOST],
        author=str(person),
    )


def _of_match(match: Match) -> Entry:
    score = score_of(match)
    first, second = score.numbers
    words = f" ({score.words})" if score.unit else ""
    winner = {1: match.first, 2: match.second}.get(match.winner or 0)
    return Entry(
        guid=f"urn:numgames:match:{match.pk}",
        path=reverse("matches:match", args=[match.pk]),
        title=label_of(match.game_name, f"{match.first} {first} – {second} {match.second}{words}"),
        text=_("%(name)s won.") % {"name": winner} if winner else _("Draw."),
        at=match.finished_at or match.moved_at,
    )


def of_dailies() -> Contents:
    """Return the daily puzzles of all games up to today, latest first."""
    dailies = Daily.objects.filter(day__lte=today(), game_slug__in=games(), puzzle__state=Puzzle.State.OFFERED)
    entries = [
        Entry(
            guid=f"urn:numgames:daily:{one.game_slug}:{one.day}",
            path=reverse("puzzles:puzzle", args=[one.puzzle_id]),
            title=f"{named(games()[one.game_slug])} #{one.number} · {date_format(one.day, 'DATE_FORMAT')}",
            text=one.puzzle.question,
            at=datetime.combine(one.day, time(), UTC),
        )
        for one in dailies.select_related("puzzle").order_by("-day", "game_slug")[:MOST]
    ]
    return Contents("urn:numgames:dailies", _("Daily puzzles"), reverse("puzzles:puzzles"), _midnight(), entries)


def of_news() -> Contents:
    """Return the news by staff, latest first."""
    path = reverse("daily:news")
    entries = [
        Entry(
            guid=f"urn:numgames:news:{one.pk}",
            path=f"{path}#news-{one.pk}",
            title=one.localized[0],
            text=linebreaks(one.localized[1], autoescape=True),
            at=one.published_at,
        )
        for one in news()[:MOST]
    ]
    return Contents("urn:numgames:news", _("News of Numgames"), path, _midnight(), entries)


def _midnight() -> datetime:
    return datetime.combine(today(), time(), UTC)


def of_event(event: Event) -> Contents:
    """Return the results of the matches of one event, latest first."""
    decided = Pairing.objects.filter(round__event=event, decided_at__isnull=False, match__isnull=False)
    people = decided.select_related("round", "first__player", "second__player")
    entries = [_of_pairing(one) for one in people.order_by("-decided_at", "-pk")[:MOST]]
    guid = f"urn:numgames:event:{event.pk}"
    return Contents(guid, event.title, event.get_absolute_url(), event.made_at, entries)


def _of_pairing(pairing: Pairing) -> Entry:
    """Return who met in which round, the result, and how it came about where it was not played."""
    first, second = pairing.players()
    facts = {"number": pairing.round.number, "first": first, "second": second}
    words = [str(pairing.get_result_display()), str(pairing.get_cause_display()) if pairing.cause else ""]
    return Entry(
        guid=f"urn:numgames:pairing:{pairing.pk}",
        path=reverse("matches:match", args=[pairing.match_id]),
        title=_("Round %(number)d: %(first)s – %(second)s") % facts,
        text=" · ".join(filter(None, words)),
        at=pairing.decided_at or pairing.round.event.made_at,
    )
