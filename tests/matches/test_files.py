"""The record of a match: its turns one by one, and its notation as text."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import resign
from games.rules import SeededRandom
from tests.html import html_of
from tests.matches.conftest import play_on


def turn_page(match: Match, ply: int) -> str:
    return html_of(Client().get(reverse("matches:turn", args=[match.pk, ply])))


def test_every_turn_has_its_page_and_the_way_to_its_neighbours(match: Match) -> None:
    match = play_on(match, 3)
    for ply in range(4):
        page = turn_page(match, ply)
        assert bool(re.search(r'rel="prev"\s+href', page)) == (ply > 0)
        assert bool(re.search(r'rel="next"\s+href', page)) == (ply < 3)
        assert page.count('<li id="turn-') == ply
    assert "The board before the first move." in turn_page(match, 0)


def test_there_is_no_turn_after_the_last(match: Match) -> None:
    match = play_on(match, 1)
    assert Client().get(reverse("matches:turn", args=[match.pk, 2])).status_code == 404


def test_the_notation_replays_the_match(match: Match, anna: User) -> None:
    match = play_on(match, 6)
    match = resign(match.pk, anna)
    text = Client().get(reverse("matches:notation", args=[match.pk])).content.decode()
    head, moves = text.split("\n\n")
    header = dict(line.strip("[]").split(" ", 1) for line in head.splitlines())
    assert (header["First"], header["Second"], header["Winner"]) == ("anna", "bob", "second")
    game, seed = match.game, bytes.fromhex(header["Seed"])
    position = game.setup(match.options, SeededRandom(seed, 0))
    for line in moves.splitlines():
        ply, move = line.split(". ", 1)
        position = game.apply(position, game.decode(move), SeededRandom(seed, int(ply)))
    assert position == positions.replay(match).position


@pytest.mark.parametrize("ply", [0, 2, 5])
def test_a_replay_from_the_seed_is_exact(match: Match, ply: int) -> None:
    match = play_on(match, ply)
    known = positions.replay(match)
    positions.clear()
    assert positions.replay(match) == known
    assert positions.replay_to(match, ply) == known


def test_another_process_reads_only_the_moves_it_has_not_seen(
    match: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = play_on(match, 4)
    behind = positions.replay_to(match, 2)
    positions.clear()
    positions.cache(match.pk, behind)
    with django_assert_num_queries(1) as queries:
        assert positions.replay(match).ply == 4
    assert '"ply" > 2' in queries[0]["sql"]
    with django_assert_num_queries(0):
        positions.replay(match)
