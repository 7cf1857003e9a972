"""Partials of the lobby on other pages: the front page, those of players and matches, and calls to a match."""

from __future__ import annotations

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.hooks import PageNews, PagePartial
from accounts.models import User
from core.hooks import Context
from core.live.partials import EMPTY, Inputs, LivePage, LivePartial
from games.clubs.models import Club
from games.clubs.services import are_members
from games.history.statistics import totals
from games.lobby.entries import offer_entry
from games.lobby.lists import (
    Summary,
    awaiting_match,
    offers_of,
    played_now,
    summary,
)
from games.lobby.own import BESIDE_OFFERS, blocked_ids, club_offers, playable
from games.lobby.partials import watched
from games.lobby.standing import standing_of
from games.matches.models import Match
from games.matches.play.updates import match_topic
from games.ratings.standings import figures_of

MOST_PLAYED_NOW = 3


def _alive(overview: Summary, _viewer: User | None) -> Inputs | None:
    return {**vars(overview), "live": FRONT.attributes(overview.match.pk)} if overview.match else None


# The front page follows one match by that match's own topic, and another one when it is over.
ALIVE: LivePartial[Summary, User | None] = LivePartial(
    "alive", "lobby/_alive.html", _alive, lambda one: (watched(one["match"]), one["online"], one["running"])
)
FRONT = LivePage("front", lambda match_id, _viewer: summary(match_id), [ALIVE], topic_of=match_topic)


def at_home(_page: Context) -> SafeString | None:
    """Draw a match and the numbers of players and matches for the front page; None without a match."""
    return alive.html if (alive := ALIVE.of(summary(), None)) else None


def of_player(page: Context) -> Context | None:
    """Return the open offers of the player whose page this is; None if there are none for this viewer."""
    viewer = page["user"] if isinstance(page["user"], User) else None
    person: User = page["person"]
    offers = offers_of(person, viewer)
    return {"offers": offers, "viewer": viewer} if offers else None


def us_two(page: Context) -> Context | None:
    """Return the score of the viewer and another player, and their standing challenges; None before their first match.

    Results are counted from the matches.
    """
    viewer, person = page["user"], page["person"]
    if not isinstance(viewer, User) or viewer == person or person.is_computer or viewer.is_guest or person.is_guest:
        return None
    *results, together = totals(viewer, person)
    if not results:
        return None
    return {"results": results, "together": together, "standing": standing_of(viewer, person)}


def played_now_by(page: Context) -> Context | None:
    """Return the matches that a visitor of the player's page can watch now; None on one's own page."""
    person: User = page["person"]
    matches = [] if page["user"] == person else played_now(person, MOST_PLAYED_NOW)
    return {"running": matches} if matches else None


def _call(news: PageNews, player: User) -> Inputs | None:
    """Return the match that waits for the player, and until when; None on the page that displays it."""
    match = awaiting_match(player)
    if match is None or match.deadline_at is None or match.pk == news.displays.get("match"):
        return None
    return {**_call_words(player, match), "until": round(match.deadline_at.timestamp() * 1000)}


# Calls a player to a live match from every page. It comes when the match begins or the opponent arrives, or with a
# heartbeat, and stays as long as the match waits.
CALL = PagePartial("call", "lobby/_call.html", _call, changes=lambda news: news.came.get("ply") == 0)


def called(page: Context) -> Context | None:
    """Return the same words and path for the page of a match against a computer; no query for other matches."""
    board_view = page["board_view"]
    if board_view.seat is None or not board_view.opponent.is_computer:
        return None
    player = board_view.match.player(board_view.seat)
    match = awaiting_match(player)
    return _call_words(player, match) if match else None


def _call_words(player: User, match: Match) -> dict[str, object]:
    opponent = match.second if match.first_id == player.pk else match.first
    text = gettext("%(name)s is here: play now") % {"name": opponent}
    return {"text": text, "path": reverse("matches:match", args=[match.pk])}


def _of_club(club: Club, viewer: User | None) -> Inputs | None:
    """Return the open challenges to a club's members, for a member; None for others."""
    if viewer is None or not are_members(club.pk, viewer):
        return None
    rows = club_offers([viewer.pk]).filter(club=club).exclude(challenger__in=blocked_ids(viewer))
    offers = playable(rows.prefetch_related(*BESIDE_OFFERS))
    ratings = figures_of([offer.challenger_id for offer in offers])
    entries = [(offer_entry(offer, ratings, viewer), offer.challenger_id == viewer.pk) for offer in offers]
    return {
        "club": club,
        "entries": [(entry, EMPTY) for entry, is_own in entries if not is_own],
        "own": [entry for entry, is_own in entries if is_own],
    }


def _of_club_key(inputs: Inputs) -> object:
    return inputs["club"].pk, inputs["entries"], inputs["own"]


OF_CLUB: LivePartial[Club, User | None] = LivePartial("club-offers", "lobby/_of_club.html", _of_club, _of_club_key)
