"""A pupil's pages lead nowhere outside the class: every link and form of every page that a pupil can reach."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from accounts.models import User
from core import clock
from games.catalogue import games
from games.classes import services
from games.computers.services import computer_for
from games.jobs.hooks import DEFAULT
from games.matches.play.services import resign
from games.puzzles.models import Source
from games.puzzles.services.selection import choose_all
from games.puzzles.services.solving import give_up
from games.social.services import say
from tests.analysis.conftest import analysed, few_samples
from tests.classes.test_bounds import between
from tests.jobs.running import run_due
from tests.puzzles.conftest import make_puzzle

__all__ = ["few_samples"]
SignedIn = Callable[[User], Client]
WAYS = re.compile(r'\s[\w:-]+="(?:http://testserver)?(/(?!static/|ws/)[^"#]*)')
AWAY = {"account_logout"}
EACH = 2  # pages of one view that are read


def ways_of(html: str) -> list[str]:
    """Return the addresses on this site that a page has, in whatever attribute."""
    return [address.replace("&amp;", "&") for address in WAYS.findall(html)]


@pytest.mark.slow
def test_no_link_or_form_leads_out_of_the_class(few_samples: None, anna: User, bob: User, signed_in: SignedIn) -> None:
    one = services.make(anna, "5b", ["Emma", "Finn"], clock.now().date() + timedelta(days=100))
    emma, finn = (pupil.user for pupil in services.pupils_of(one))
    between(emma, finn)
    between(emma, computer_for("digifeud", 1), 2)
    over = between(finn, emma, 6)
    say(over, finn, phrase="hello")
    over = resign(over.pk, emma)
    run_due(DEFAULT)
    analysed(over)
    for slug in ("digifeud", "tenbyten"):
        make_puzzle(slug, for_daily=True)
    first = choose_all()[0].puzzle
    assert first.source_id
    Source.objects.filter(pk=first.source_id).update(match=between(anna, bob))
    give_up(first, emma)

    browser = signed_in(emma)
    read: Counter[str] = Counter()
    roots = (one.get_absolute_url(), "/puzzles/", f"/matches/{over.pk}/", *(f"/games/{slug}/" for slug in games()))
    waiting = dict.fromkeys(roots, "")
    seen, dead = set(waiting), {}
    while waiting:
        path, origin = waiting.popitem()
        answer = browser.get(path)
        if answer.status_code in (403, 404):
            dead[path] = origin
        html = answer.content.decode() if answer.headers.get("Content-Type", "").startswith("text/html") else ""
        for way in ways_of(html):
            name = resolve(urlsplit(way).path).view_name
            if way not in seen and name not in AWAY and read[name] < EACH:
                seen.add(way)
                read[name] += 1
                waiting[way] = path
    assert dead == {}
    assert {"analysis:analysis", "matches:turn", "puzzles:puzzle", "lessons:lesson", "social:chat"} <= read.keys()
