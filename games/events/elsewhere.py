"""What other pages show of events."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePartial, draw
from games.clubs.models import IN, LEADERS, Club
from games.clubs.services import role_of
from games.events.lists import Standing, events_of, my_leagues, next_cups, next_leagues
from games.events.models import Event
from games.matches.pages.match_view import MatchView

LONGEST = 3  # leagues that the lobby shows


def _of_club(club: Club, viewer: User | None) -> Inputs | None:
    """Return the events of a club; None for those who are not members as long as it has none."""
    role, events = role_of(club, viewer), events_of(club)
    return {"club": club, "events": events, "leads": role in LEADERS} if events or role in IN else None


def _of_club_key(inputs: Inputs) -> object:
    return inputs["club"].pk, inputs["leads"], [(event.pk, event.version) for event in inputs["events"]]


def needs_name(club: Club) -> bool:
    """Return whether events need the name of a closed club: those that run, and team matches that were played."""
    theirs = Event.objects.filter(Q(club=club) | Q(rival=club)).exclude(state=Event.State.CALLED_OFF)
    return theirs.filter(Q(rival__isnull=False) | Q(ended_at=None)).exists()


OF_CLUB: LivePartial[Club, User | None] = LivePartial("club-events", "events/_of_club.html", _of_club, _of_club_key)


def in_lobby(page: Context) -> Context | None:
    """Return the running leagues of the viewer, or the next one that players can enter; None without any."""
    leagues = _leagues(page)[:LONGEST]
    coming = [] if leagues else next_leagues()
    return {"leagues": leagues, "coming": coming, "is_brief": True} if leagues or coming else None


def today(page: Context) -> Context | None:
    """Return the same with the cups that are about to begin, for the page of the day."""
    leagues = _leagues(page)
    coming = [*([] if leagues else next_leagues()), *next_cups(_user(page))]
    return {"leagues": leagues, "coming": coming} if leagues or coming else None


def at_home(_page: Context) -> Context | None:
    """Return the event that begins next, for the front page; None without any."""
    coming = [*next_leagues(), *next_cups(None)[:1]]
    return {"event": min(coming, key=lambda event: event.starts_at)} if coming else None


def at_match(page: Context) -> Context | None:
    """Return the path of the event that a match is part of; None for other matches."""
    path = _path_of(page["board_view"])
    return {"event_path": path} if path else None


def at_end(page: Context) -> SafeString | None:
    """Draw the way to the event on the card at the end of its match; None for other matches."""
    view: MatchView = page["board_view"]
    path = _path_of(view) if view.match.finished_at else ""
    return draw("events/way", path=path) if path else None


def _path_of(view: MatchView) -> str:
    """Return the path for the players; watchers get none, as an event may be for those who have its link."""
    key = view.match.event_key if view.seat else ""
    return reverse("events:event", args=[key]) if key else ""


def _leagues(page: Context) -> list[tuple[Event, Standing]]:
    user = _user(page)
    return my_leagues(user) if user else []


def _user(page: Context) -> User | None:
    user = page.get("user")
    return user if isinstance(user, User) else None
