"""The sides of a team match: clubs, whose members enter, or teams, which players enter by a link."""

from __future__ import annotations

from accounts.models import User
from games.clubs.models import Club
from games.clubs.services import are_members
from games.events.errors import BegunAlready, ByTeamLink, NoSuchEvent
from games.events.models import Entry, Event, Team


def team_by_link(link: str) -> Team:
    """Return the team of a link; raises NoSuchEvent."""
    team = Team.objects.filter(link_key=link).first()
    if team is None:
        raise NoSuchEvent
    return team


def team_for(event: Event, entry: Entry | None, link: str) -> Team | None:
    """Return the team of the link, or that of the entry; None where the event has none. Raises Refused."""
    if not event.is_by_link:
        return None
    team = event.teams.filter(link_key=link).first() if link else entry.team if entry else None
    if team is None:
        raise ByTeamLink
    if entry and entry.team != team and event.state == Event.State.RUNNING:
        raise BegunAlready
    return team


def own_club(event: Event, player: User) -> Club | None:
    """Return the club of an event of which a player is a member; of both of a team match the one that invited."""
    return next((club for club in event.clubs if are_members(club.pk, player)), None)
