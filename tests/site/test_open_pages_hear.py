"""What open pages hear of each action after its commit: whose pages, and of what; once more it tells nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from core import clock
from games.catalogue import games
from games.clubs.models import Club, Member
from games.lobby import services as lobby
from games.lobby.models import Offer
from games.matches.models import Match
from games.notifications.services import notify
from games.social import moderation
from games.social import services as social
from games.social.models import Message
from tests.alike import one
from tests.conftest import Published

pytestmark = pytest.mark.django_db
Act = Callable[[], object]
Facts = dict[str, Any]  # of any type


def test_of_challenges_and_words(
    anna: User,
    bob: User,
    carl: User,
    published: list[Published],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    names = {str(player.pk): player.username for player in (anna, bob, carl)}
    club, match = one(Club, pk="dozen"), one(Match, pk="match", game_slug="digifeud", first=anna, second=bob)
    for player in (anna, bob):
        one(Member, club=club, player=player, role=Member.Role.MEMBER)

    def heard(act: Act) -> str:
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        said = [" ".join([*one.topics, "of", *(name for name in one.event if name != "type")]) for one in published]
        return re.sub(r"(?:news|player)\.(\d+)", lambda topic: names[topic[1]], ", ".join(said))

    def make(kind: str, **more: object) -> Act:
        terms: Facts = {"game_slug": "sudoku", "options": games()["sudoku"].options_type(), "kind": kind}
        return lambda: lobby.make_offer(challenger=anna, **terms | more)

    rows: dict[str, Facts] = {
        "a": {"kind": "direct", "opponent": bob},
        "b": {"kind": "club", "club": club},
        "c": {"starts": "challenger"},
        "d": {"kind": "direct", "opponent": bob, "closes_at": clock.now()},
    }
    for key, more in rows.items():
        one(Offer, pk=key, challenger=anna, game_slug="digifeud", option_data={}, **more)
    chat, of_club = "match.match of name", "live.club.dozen of"
    acts: list[tuple[Act, str]] = [
        (make("open"), "lobby of"),
        (make("open"), ""),
        (make("direct", opponent=bob), "bob of notification, anna bob of offer, lobby of"),
        (make("club", club=club), f"lobby of, {of_club}"),
        (lambda: lobby.decline_offer("a", bob), "anna bob of offer, lobby of"),
        (lambda: lobby.withdraw_offer("b", anna), f"anna of offer, lobby of, {of_club}"),
        (
            lambda: lobby.accept_offer("c", bob),
            "anna of offer, lobby of, … anna bob of match version, anna bob of match ply",
        ),
        (lobby.close_stale_offers, "anna bob of offer, lobby of"),
        (lobby.close_stale_offers, ""),
        (lambda: social.say(match, anna, text="Hi"), f"bob of notification, {chat}"),
        (lambda: social.say(match, carl, text="Oh"), chat),
        (lambda: moderation.erase(Message.objects.get(author=anna)), chat),
        (lambda: social.announce_end(match), chat),
        (lambda: social.delete_social_data(carl), chat),
        (lambda: social.announce_end(one(Match)), ""),
        (lambda: notify(anna, "nudge", "1"), "anna of notification"),
        (lambda: notify(anna, "nudge", "1"), ""),
        (lambda: notify(anna, "turn", "1"), ""),
    ]
    assert [re.sub(r"match\.(?!match)\w+", "…", heard(act)) for act, _said in acts] == [said for _act, said in acts]
