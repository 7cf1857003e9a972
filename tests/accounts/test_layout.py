"""The layout of a match: of the account, unless the device has one of its own."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.layout import PACES, Layout, layout_of, renew_cookie
from accounts.models import User


def test_a_device_decides_what_it_says_and_the_account_the_rest() -> None:
    anna = User(board_size="small", left_handed=True, zen=True, tiles="wood")
    assert layout_of(anna, {}) == Layout("small", "left", "zen", "wood")
    assert layout_of(anna, {"layout": "full.large.contrast"}) == Layout("large", "left", "full", "contrast")
    assert layout_of(anna, {"__Host-layout": "right", "layout": "large"}) == Layout("small", "right", "zen", "wood")
    assert layout_of(anna, {"layout": "classic"}).tiles == "classic"
    assert layout_of(AnonymousUser(), {}).is_usual
    assert layout_of(AnonymousUser(), {"layout": "zen"}) == Layout(scope="zen")


@pytest.mark.parametrize("pace", PACES)
def test_a_device_shows_only_the_board_at_one_pace(pace: str) -> None:
    cookies = {"layout": f"zen-{pace}"}
    assert [layout_of(AnonymousUser(), cookies, other).is_zen for other in PACES] == [other == pace for other in PACES]
    assert not layout_of(User(zen=True), cookies).is_zen


@pytest.mark.parametrize("nonsense", ["", "...", "tiny.zen=on", "<b>", "s" * 4_000])
def test_nonsense_is_ignored_and_not_kept(nonsense: str) -> None:
    request, response = RequestFactory().get("/"), HttpResponse()
    request.COOKIES["layout"] = nonsense
    assert layout_of(AnonymousUser(), request.COOKIES).is_usual
    renew_cookie(request, response)
    assert not response.cookies


@pytest.mark.parametrize(("secure", "name"), [(False, "layout"), (True, "__Host-layout")])
def test_what_a_device_says_is_kept_for_a_year_from_the_last_match(
    settings: LazySettings, secure: bool, name: str
) -> None:
    settings.SECURE = secure
    request, response = RequestFactory().get("/"), HttpResponse()
    request.COOKIES[name] = "zen.<b>.small"
    renew_cookie(request, response)
    kept = response.cookies[name]
    assert (kept.value, kept["max-age"], kept["path"], bool(kept["secure"])) == ("small.zen", 31_536_000, "/", secure)
    assert not kept["httponly"]  # the settings show it
