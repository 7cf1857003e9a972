"""A button says what it has done, or why not, in one sentence, and leads back to where it was pressed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import User
from accounts.services import block
from games.lobby.models import Offer, Standing
from games.matches.models import Match
from games.notifications.models import Device
from games.social.following import follow, mute
from tests.alike import one
from tests.undone import undone

pytestmark = pytest.mark.django_db
SignedIn = Callable[[User], Client]
HERE = {"next": "/help/"}
LOBBY, SETTINGS = "/lobby/", "/accounts/settings/"

# Pressed by anna, who follows dora and has muted and blocked others: the path, what is posted, what it says, where to.
BUTTONS: dict[str, tuple[str, dict[str, str], str, str]] = {
    "follow": (
        "/social/follow/",
        {"name": "bob"},
        "success: You follow bob. The lobby shows when they are online.",
        "/help/",
    ),
    "unfollow": ("/social/unfollow/", {"name": "carl"}, "success: You no longer follow carl.", "/help/"),
    "mute": ("/social/mute/", {"name": "bob"}, "success: bob is muted.", "/help/"),
    "unmute": ("/social/unmute/", {"name": "carl"}, "success: You’ll see messages from carl again.", "/help/"),
    "follow oneself": ("/social/follow/", {"name": "anna"}, "error: You can’t do that to yourself.", "/help/"),
    "mute oneself": ("/social/mute/", {"name": "anna"}, "error: You can’t do that to yourself.", "/help/"),
    "follow who has blocked": ("/social/follow/", {"name": "dora"}, "error: You cannot follow this player.", "/help/"),
    "chat on": ("/social/switch/", {"talks": "on"}, "success: Chat is on.", "/help/"),
    "chat off": ("/social/switch/", {"talks": "off"}, "success: Chat is off.", "/help/"),
    "report a player": (
        "/social/report/?player=bob",
        {"reason": "name"},
        "success: Thanks. We got your report.",
        "/matches/by/bob/",
    ),
    "report a match": (
        "/social/report/?match={match}",
        {"reason": "cheating"},
        "success: Thanks. We got your report.",
        "/matches/{match}/",
    ),
    "remove a browser": (
        "/notifications/devices/{device}/drop/",
        {},
        "success: Push notifications are off there.",
        SETTINGS,
    ),
    "boxes": ("/notifications/preferences/", {"turn-push": "on"}, "success: Saved.", f"{SETTINGS}#notifications"),
    "webhook": (
        "/webhooks/",
        {"url": "https://hooks.example.org/", "events": "match.turn"},
        "success: Saved.",
        "/webhooks/",
    ),
    "new calendar": ("/calendar/", {}, "success: Your calendar has a new address.", f"{SETTINGS}#calendar"),
    "no calendar": (
        "/calendar/",
        {"stop": ""},
        "success: Your calendar address no longer works.",
        f"{SETTINGS}#calendar",
    ),
    "stop standing": (
        "/lobby/standing/{standing}/stop/",
        {},
        "success: Stopped. The running match is played to its end.",
        "/help/",
    ),
    "withdraw": ("/lobby/{own}/withdraw/", {}, "", "/help/"),
    "decline": ("/lobby/{got}/decline/?game=summy&pace=live", {}, "", "/lobby/?game=summy&pace=live"),
    "decline anything": ("/lobby/{got}/decline/?game=chess&pace=fast", {}, "", "/lobby/"),
    "challenge back": (
        "/lobby/{link}/back/",
        {},
        "success: We have told carl that you want to play.",
        "/lobby/",
    ),
}


def test_buttons(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    dora = User.objects.create_user("dora")
    block(by=dora, of=anna)
    follow(anna, carl)
    mute(anna, carl)
    terms = {"game_slug": "digifeud", "option_data": {}}
    places = {
        "match": one(Match, game_slug="digifeud", first=anna, second=bob).pk,
        "device": one(Device, user=anna).pk,
        "standing": one(Standing, game_slug="digifeud", first=anna, second=bob).pk,
        "own": one(Offer, challenger=anna, **terms).pk,
        "got": one(Offer, challenger=bob, opponent=anna, kind="direct", **terms).pk,
        "link": one(Offer, challenger=carl, kind="link", status="withdrawn", **terms).pk,
    }
    browser, answers = signed_in(anna), {}
    for name, (path, form, _said, _way) in BUTTONS.items():
        with undone():
            answer = browser.post(path.format(**places), HERE | form)
            said = "\n".join(f"{one.level_tag}: {one}" for one in get_messages(answer.wsgi_request))
            answers[name] = (said, answer.headers.get("Location", answer.status_code))
            browser.cookies.pop("messages", None)
    assert answers == {name: (said, way.format(**places)) for name, (*_press, said, way) in BUTTONS.items()}
