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
from tests.html import html_of
from tests.page_lines import lines_of
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

# What is refused: who presses, the path, what is posted, the status, and the sentence on the page.
REFUSED: list[tuple[str, str, dict[str, str], int, str]] = [
    ("", "/lobby/{got}/decline/", {}, 404, "We could not find this challenge."),
    ("", "/lobby/{own}/withdraw/", {}, 404, "We could not find this challenge."),
    ("", "/lobby/standing/{standing}/stop/", {}, 404, "We could not find this challenge."),
    ("", "/lobby/{link}/accept/", {}, 409, "This challenge is no longer open."),
    ("", "/lobby/{link}/back/", {}, 302, ""),  # as a guest, and casual
    ("anna", "/lobby/{own}/accept/", {}, 409, "This is your own challenge. Another player has to accept it."),
    ("anna", "/lobby/{own}/decline/", {}, 404, "We could not find this challenge."),
    ("anna", "/lobby/{got}/withdraw/", {}, 404, "We could not find this challenge."),
    ("carl", "/lobby/{link}/back/", {}, 404, "We could not find this challenge."),
    ("carl", "/lobby/{got}/accept/", {}, 404, "We could not find this challenge."),
    ("carl", "/lobby/standing/{standing}/stop/", {}, 404, "We could not find this challenge."),
    ("dora", "/lobby/{own}/accept/", {}, 403, "You can’t play this player."),
    ("anna", "/lobby/offer/", {"game": "chess"}, 422, "Choose a game from the list."),
    ("anna", "/social/report/?player=anna", {"reason": "name"}, 422, "You can’t do that to yourself."),
    ("anna", "/webhooks/", {"url": "http://a.example/"}, 422, "Give an https address with a public name"),
]


def test_what_is_refused(anna: User, bob: User, carl: User, dora: User, signed_in: SignedIn) -> None:
    places = things(anna, bob, carl, dora)
    browsers = {"": Client(), **{user.username: signed_in(user) for user in (anna, carl, dora)}}
    answers = []
    for who, path, form, _status, said in REFUSED:
        with undone():
            page = browsers[who].post(path.format(**places), form)
            answers.append((path, page.status_code, said if said in html_of(page) else " ".join(lines_of(page))))
    assert answers == [(path, status, said) for _who, path, _form, status, said in REFUSED]


@pytest.fixture
def dora(db: None) -> User:
    """Return a player who has blocked anna."""
    return User.objects.create_user("dora")


def things(anna: User, bob: User, carl: User, dora: User) -> dict[str, str]:
    """Return the keys of what the buttons are about."""
    block(by=dora, of=anna)
    follow(anna, carl)
    mute(anna, carl)
    terms = {"game_slug": "digifeud", "option_data": {}}
    rows = {
        "match": one(Match, game_slug="digifeud", first=anna, second=bob),
        "device": one(Device, user=anna),
        "standing": one(Standing, game_slug="digifeud", first=anna, second=bob),
        "own": one(Offer, challenger=anna, **terms),
        "got": one(Offer, challenger=bob, opponent=anna, kind="direct", **terms),
        "link": one(Offer, challenger=carl, kind="link", status="withdrawn", rated=True, **terms),
    }
    return {name: str(row.pk) for name, row in rows.items()}


def test_buttons(anna: User, bob: User, carl: User, dora: User, signed_in: SignedIn) -> None:
    places = things(anna, bob, carl, dora)
    browser, answers = signed_in(anna), {}
    for name, (path, form, _said, _way) in BUTTONS.items():
        with undone():
            answer = browser.post(path.format(**places), HERE | form)
            said = "\n".join(f"{one.level_tag}: {one}" for one in get_messages(answer.wsgi_request))
            answers[name] = (said, answer.headers.get("Location", answer.status_code))
            browser.cookies.pop("messages", None)
    assert answers == {name: (said, way.format(**places)) for name, (*_press, said, way) in BUTTONS.items()}
