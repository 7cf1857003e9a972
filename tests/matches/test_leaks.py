"""Hidden information does not leave the server before the end, neither to opponents nor to spectators."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import resign
from tests.exports import export_of
from tests.matches.conftest import play_on

pytestmark = pytest.mark.any_stack  # it compares pages, drawn from rows that other tests read on both stacks

PAGES = ("match", "notation", "fairness")


def everything_sent(browser: Client, match: Match) -> Iterator[str]:
    """Yield every page and partial of the match that this browser can request, including headers."""
    urls = [reverse(f"matches:{name}", args=[match.pk]) for name in PAGES]
    urls += [reverse("matches:turn", args=[match.pk, ply]) for ply in range(match.ply + 1)]
    urls.append(reverse("matches:updates", args=[match.pk]) + "?version=-1&ply=-1")
    for url in urls:
        answer = browser.get(url)
        yield f"{answer.headers}{answer.content.decode()}"


def test_the_seed_never_shows_while_the_match_runs(
    match: Match, anna: User, signed_in: Callable[[User], Client]
) -> None:
    match = play_on(match, 3)
    seed = bytes(match.seed)
    for page in [*everything_sent(signed_in(anna), match), json.dumps(export_of(anna), default=str)]:
        assert seed.hex() not in page
        assert str(seed) not in page
        assert match.commitment in page or "Seal" not in page


def test_the_seed_shows_when_it_is_over(match: Match, anna: User, signed_in: Callable[[User], Client]) -> None:
    resign(match.pk, anna)
    page = signed_in(anna).get(reverse("matches:fairness", args=[match.pk])).content.decode()
    assert bytes(match.seed).hex() in page
    assert "Fair draw: the tiles were set before the first move." in page
    assert "Replaying the match from this number gives the same result." in page
    assert bytes(match.seed).hex() in json.dumps(export_of(anna), default=str)


def test_a_forged_seed_is_found_out(match: Match, anna: User) -> None:
    resign(match.pk, anna)
    Match.objects.filter(pk=match.pk).update(seed=b"\x00" * 32)
    page = Client().get(reverse("matches:fairness", args=[match.pk])).content.decode()
    assert "match the seal!" in page


def test_a_forged_result_is_found_out(match: Match, anna: User) -> None:
    play_on(match, 4)
    resign(match.pk, anna)
    Match.objects.filter(pk=match.pk).update(second_points=999)
    page = Client().get(reverse("matches:fairness", args=[match.pk])).content.decode()
    assert "Replaying the match from this number gives another result!" in page


def test_no_secret_is_part_of_the_name_of_a_thing(match: Match) -> None:
    for thing in (match, match.game.view(positions.current(match), None)):
        assert bytes(match.seed).hex() not in repr(thing)
        assert repr(bytes(match.seed)) not in repr(thing)
