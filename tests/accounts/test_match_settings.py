"""The settings of matches: of the account, unless the device has its own for the pace."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.match_settings import CHOICES, DAYS, LIVE, PACES, MatchSettings, renew_cookie, settings_of
from accounts.models import User

ANNA = User(board_size="small", left_handed=True, zen=True, tiles="wood", confirm="twice")
HERS = MatchSettings("twice", "small", "left", "zen", "wood")
USUAL = MatchSettings()


@pytest.mark.parametrize("pace", PACES)
def test_a_device_decides_what_it_says_and_the_account_the_rest(pace: str) -> None:
    def chosen(**cookies: str) -> MatchSettings:
        return settings_of(ANNA, {name.replace("Host_", "__Host-"): words for name, words in cookies.items()}, pace)

    assert chosen() == HERS
    assert chosen(match=f"full-{pace}.large-{pace}.never-{pace}") == MatchSettings(
        "never", "large", "left", "full", "wood"
    )
    assert chosen(Host_match=f"right-{pace}", match=f"large-{pace}") == MatchSettings(
        "twice", "small", "right", "zen", "wood"
    )
    assert settings_of(AnonymousUser(), {}, pace) == USUAL


@pytest.mark.parametrize("name", CHOICES)
def test_each_is_set_for_one_pace_or_for_both(name: str) -> None:
    _label, choices = CHOICES[name]
    for word in set(choices.values) - {getattr(USUAL, name)}:
        live = {"match": f"{word}-{LIVE}"}
        assert getattr(settings_of(AnonymousUser(), live, LIVE), name) == word
        assert settings_of(AnonymousUser(), live, DAYS) == USUAL
        assert settings_of(AnonymousUser(), live) == USUAL, "other pages have what is chosen for both"
        both = {"match": f"{word}-{LIVE}.{word}-{DAYS}"}
        assert getattr(settings_of(AnonymousUser(), both), name) == word


def test_no_word_belongs_to_two_settings() -> None:
    words = [word for _label, choices in CHOICES.values() for word in choices.values]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("nonsense", ["", "...", "small", "tiny-live.zen=on", "<b>", "s" * 4_000])
def test_nonsense_is_ignored_and_not_kept(nonsense: str) -> None:
    request, response = RequestFactory().get("/"), HttpResponse()
    request.COOKIES["match"] = nonsense
    assert settings_of(AnonymousUser(), request.COOKIES, LIVE).is_usual
    renew_cookie(request, response)
    assert not response.cookies


@pytest.mark.parametrize(("secure", "name"), [(False, "match"), (True, "__Host-match")])
def test_what_a_device_says_is_kept_for_a_year_from_the_last_match(
    settings: LazySettings, secure: bool, name: str
) -> None:
    settings.SECURE = secure
    request, response = RequestFactory().get("/"), HttpResponse()
    request.COOKIES[name] = "zen-live.<b>.small-days"
    renew_cookie(request, response)
    kept = response.cookies[name]
    expected = ("small-days.zen-live", 31_536_000, "/", secure)
    assert (kept.value, kept["max-age"], kept["path"], bool(kept["secure"])) == expected
    assert not kept["httponly"]  # the settings show it
