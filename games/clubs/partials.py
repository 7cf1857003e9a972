"""The page of a club as live partials, and the clubs of a player on other pages."""

from __future__ import annotations

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePage, LivePartial
from games.clubs.chat import talk_in
from games.clubs.hooks import club_partials
from games.clubs.lists import people_of
from games.clubs.models import Club, Member
from games.clubs.services import clubs_of, find_club, role_of, topic_of

ClubPartial = LivePartial[Club, User | None]
Role = Member.Role


def _head(club: Club, viewer: User | None) -> Inputs:
    return {"club": club, "role": role_of(club, viewer), "viewer": viewer}


def _head_key(inputs: Inputs) -> object:
    club: Club = inputs["club"]
    return club.pk, club.name, club.text, club.entry, club.link_key, inputs["role"], inputs["viewer"] is None


def _members(club: Club, viewer: User | None) -> Inputs:
    role = role_of(club, viewer)
    leads = role in (Role.FOUNDER, Role.CAPTAIN)
    others = club.members.filter(role__in=[Role.ASKED, Role.BANNED]).select_related("player") if leads else []
    return {
        "club": club,
        "role": role,
        "leads": leads,
        "viewer": viewer,
        "people": people_of(club),
        "others": [*others],
    }


def _members_key(inputs: Inputs) -> object:
    rows: list[Member] = [*inputs["people"], *inputs["others"]]
    viewer: User | None = inputs["viewer"]
    return inputs["role"], viewer and viewer.pk, [(one.pk, one.role, str(one.player)) for one in rows]


def _talk(club: Club, viewer: User | None) -> Inputs | None:
    talk = talk_in(club, viewer)
    return {"chat": talk} if talk else None


HEAD: ClubPartial = LivePartial("club-head", "clubs/_head.html", _head, _head_key)
MEMBERS: ClubPartial = LivePartial("club-members", "clubs/_members.html", _members, _members_key)
# The name of its element is that of the chat of a match: one script sends what is written in either.
CHAT: ClubPartial = LivePartial("chat_messages", "social/_chat_messages.html", _talk, lambda inputs: inputs["chat"].key)
CLUB: LivePage[Club, User | None] = LivePage("club", find_club, club_partials, topic_of)


def own_clubs(page: Context) -> Context | None:
    """Return the clubs of the viewer, for the viewer's own page."""
    user = page.get("user")
    if not isinstance(user, User) or user.is_guest or page["person"] != user:
        return None
    return {"clubs": clubs_of(user)}
