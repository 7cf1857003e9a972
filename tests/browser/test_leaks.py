"""Nothing that a browser receives, and nothing in the server's log, reveals hidden information of a running match."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import PHONE
from tests.browser.input_methods import finger, mouse, write
from tests.browser.meeting import find_each_other, take_turn
from tests.browser.playing import ALL, Player
from tests.browser.recorder import Recorder
from tests.browser.secrets import truth_of
from tests.serving import Site

pytestmark = pytest.mark.own_windows

MOVES = 8


@pytest.mark.thorough
def test_a_match_keeps_its_secrets(newcomer: Newcomers, window: Windows, site: Site) -> None:
    anna = Player("anna", newcomer("anna"), [mouse])
    bob = Player("bob", newcomer("bob", device=PHONE), [finger])
    carl = window()
    recorders = {player.name: Recorder(player.page) for player in (anna, bob)} | {"carl": Recorder(carl)}
    first, _second = find_each_other(anna, bob)
    carl.goto(anna.page.url)
    for ply in range(1, MOVES + 1):
        take_turn(anna, bob)
        carl.locator(f"#match_view[data-ply='{ply}']").wait_for()
        for listener in recorders.values():
            listener.look()
    match = anna.page.url.rstrip("/").rpartition("/")[2]
    for listener in recorders.values():
        look_everywhere(listener, match)

    truth = truth_of(site, match, ALL)
    racks = {player.name: truth.of_the_racks(int(player is not first)) for player in (anna, bob)}
    no_ones = truth.of_the_seed() | truth.of_the_bag()
    hidden = {
        "anna": no_ones_but(no_ones, own=racks["anna"], of=racks["bob"]),
        "bob": no_ones_but(no_ones, own=racks["bob"], of=racks["anna"]),
        "carl": no_ones | racks["anna"] | racks["bob"],
    }
    for name, secrets in hidden.items():
        assert found(secrets, recorders[name].readings()) == set(), name
    assert found(hidden["carl"], [site.log]) == set()
    for name in ("anna", "bob"):  # the search does find a rack if there is one
        assert found(racks[name], recorders[name].readings())
    for listener in recorders.values():  # and the socket, the headers and the pages were recorded
        for start in ('{"version"', '[{"name"', "<!DOCTYPE html>"):
            assert any(text.startswith(start) for text in listener.texts), start
    assert "data-face" not in "".join(recorders["carl"].texts)


def no_ones_but(no_ones: set[str], *, own: set[str], of: set[str]) -> set[str]:
    """Return the secrets for a player: the opponent's rack and those of the match, except spellings of the own rack."""
    return (no_ones | of) - own


def found(secrets: set[str], texts: Iterable[str]) -> set[str]:
    """Return the secrets that occur in one of the texts."""
    pattern = re.compile("|".join(map(re.escape, sorted(secrets, key=len, reverse=True))))
    return {secret for text in texts for secret in pattern.findall(text)}


def look_everywhere(recorder: Recorder, match: str) -> None:
    """Open every page and request every partial of the match."""
    page: Page = recorder.page
    paths = ["", "fairness/", "notation/", "0/", f"{MOVES}/"]
    for url in (*(f"/matches/{match}/{path}" for path in paths), "/lobby/", "/matches/by/anna/", "/matches/by/bob/"):
        page.goto(url)
        recorder.look()
    paths = [f"{ply}/" for ply in range(1, MOVES)]  # pages of the same kind, and partials: nothing else is loaded there
    paths += [f"updates/?version={version}&ply={version}" for version in range(-1, MOVES)]
    for path in paths:
        answer = page.request.get(f"/matches/{match}/{path}")
        recorder.texts += [json.dumps(answer.headers_array), answer.text()]
    page.goto(f"/matches/{match}/")
    if page.locator("#move").count():
        write(page, "e7r 5+8=13")
        page.locator("#preview.legal, #preview.illegal").wait_for()
        answer = page.request.get("/accounts/export/")
        recorder.texts.append(answer.text())
    recorder.look()
