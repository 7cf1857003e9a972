"""Each address of the API: which scopes it needs, for which limits it counts; and what it says of a player."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import AccessToken, User
from accounts.security import SCOPES
from accounts.services import make_guest
from numgames.api import STREAMS, api, reference
from tests.api.conftest import Caller, data_of

pytestmark = pytest.mark.django_db
COSTLY = {"analysis", "preview", "legal_moves", "mistakes", "export_matches", "new_puzzle"}
UNLIMITED = {"play_move"}  # as moves of a match are few
# The scopes of which a token needs one, and the addresses that need one; all others are open to visitors.
SCOPES_OF = {
    "profile:read": "me my_turns own_studies export_matches",
    "profile:read challenges:write": "own_challenges own_standing",
    "profile:read matches:play bot:play": "ask_analysis",
    "matches:play bot:play": "play_move legal_moves preview arrive resign offer_draw accept_draw decline_draw claim"
    " give_time nudge rematch play",
    "challenges:write": "stop_standing challenge accept_challenge decline_challenge withdraw_challenge join_club"
    " leave_club enter withdraw cancel change",
    "puzzles:play": "new_puzzle mistakes answer try_puzzle give_up_puzzle",
    "chat:write": "chat write_message",
    "webhooks:write": "webhooks add sendings test_webhook resume_webhook delete_webhook",
}


def test_each_address_needs_its_scopes_and_counts_for_its_limits(anna: User, calling: Callable[..., Caller]) -> None:
    program, visitor = calling(anna), Caller()
    costly, unlimited, scopes = set[str](), set[str](), dict[str, set[str]]()
    for one in (one for subject in reference().subjects.values() for one in subject if one.path not in STREAMS):
        path = re.sub(r"{\w+}", "0000000000", one.path)
        answers = [
            Client(raise_request_exception=False).generic(one.method, path, headers=caller.headers)
            for caller in (program, visitor)
        ]
        met, open_met = (re.findall(r'"(\w+)"', answer.headers.get("RateLimit-Policy", "")) for answer in answers)
        if one.scopes:
            scopes.setdefault(" ".join(one.scopes), set()).add(one.name)
            assert (answers[1].status_code, open_met) == (401, []), one.name
        else:
            assert open_met == [f"{name}_visitor" for name in met], one.name
        costly |= {one.name} if met == ["api", "api_costly"] else set()
        unlimited |= {one.name} if met == [] else set()
        assert met in ([], ["api"], ["api", "api_costly"]), one.name
    assert (costly, unlimited) == (COSTLY, UNLIMITED)
    assert scopes == {names: {*addresses.split()} for names, addresses in SCOPES_OF.items()}


def test_each_address_says_which_refusals_it_may_answer() -> None:
    refusals = {400, 401, 403, 404, 409, 422, 429, 500, 503}
    for path, operations in api.get_openapi_schema()["paths"].items():
        for method, operation in operations.items():
            if path not in STREAMS:
                told = {int(status) for status in operation["responses"] if int(status) >= 300}
                assert told == refusals | ({304} if method == "get" else {413}), path


def test_programs_read_what_everyone_may_know_of_a_player(
    anna: User, bob: User, carl: User, calling: Callable[..., Caller], visitor: Caller
) -> None:
    guest = make_guest()
    User.objects.filter(pk=bob.pk).update(is_computer=True)
    User.objects.filter(pk=carl.pk).update(is_bot=True)

    def known(user: User, **changes: bool) -> dict[str, object]:
        joined = f"{user.date_joined:%Y-%m-%dT%H:%M:%S.}{user.date_joined.microsecond // 1000:03}Z"
        return {"name": user.username, "is_guest": False, "is_computer": False, "joined": joined} | changes

    told = [data_of(visitor.get(f"/players/{user.username.upper()}")) for user in (anna, bob, carl, guest)]
    assert told == [known(anna), known(bob, is_computer=True), known(carl), known(guest, is_guest=True)]
    me = data_of(calling(anna, "chat:write", "profile:read", "matches:play").get("/me"))
    ends = AccessToken.objects.get().expires_at
    expires = f"{ends:%Y-%m-%dT%H:%M:%S.}{ends.microsecond // 1000:03}Z"
    scopes = [scope for scope in SCOPES if scope in {"chat:write", "profile:read", "matches:play"}]
    assert me == known(anna) | {"scopes": scopes, "token_expires": expires}
