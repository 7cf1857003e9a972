"""Open pages after a backup was restored: they show the moves that exist, whatever their numbers are."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from copy import copy
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.hooks import JsonObject
from accounts.models import User
from games.matches.models import Match, Move
from games.matches.pages.match_view import MatchView, fingerprint, is_known
from games.matches.play import positions
from games.matches.play.services import find_match, play_move
from games.rules import Seat
from tests.matches.conftest import play_on
from tests.matches.test_socket import Connect
from tests.matches.test_socket import connect as connect

Columns = dict[str, Any]  # of all types


def backup(match: Match) -> tuple[Columns, list[Columns]]:
    """Return the rows of the match."""
    moves = [{**move} for move in Move.objects.filter(match=match).values()]
    return {**Match.objects.filter(pk=match.pk).values().get()}, moves


def restore(saved: tuple[Columns, list[Columns]]) -> None:
    """Put the rows back, and forget what processes remember, as a restart does."""
    row, moves = saved
    Move.objects.filter(match=row["id"]).delete()
    Move.objects.bulk_create(Move(**move) for move in moves)
    Match.objects.filter(pk=row["id"]).update(**row)
    forget()


def forget() -> None:
    """Forget all matches, as a restart does."""
    positions.clear()
    positions.clear_matches()


def shown(match: Match) -> JsonObject:
    """Return what a page of the match says that it shows."""
    return {"version": match.version, "ply": match.ply, "history": fingerprint(match, match.ply)}


def test_a_page_is_known_at_each_of_its_versions(match: Match) -> None:
    pages = [shown(play_on(match, moves)) for moves in (0, 1, 1, 1)]
    now = find_match(match.pk)
    assert all(is_known(now, page["version"], page["ply"], page["history"]) for page in pages)


def test_other_moves_with_the_same_numbers_are_noticed(match: Match, anna: User, bob: User) -> None:
    match = play_on(match, 2)
    saved = backup(match)
    before = shown(play_on(match, 2))
    restore(saved)
    play_move(match.pk, anna, 3, "pass")
    play_move(match.pk, bob, 4, "pass")
    now = find_match(match.pk)
    assert (now.version, now.ply) == (before["version"], before["ply"])
    assert not is_known(now, before["version"], before["ply"], before["history"])
    play_on(match, 1)
    assert not is_known(find_match(match.pk), before["version"], before["ply"], before["history"])


@pytest.mark.django_db(transaction=True)
def test_the_fingerprint_of_a_commit_is_that_of_its_row(match: Match, anna: User) -> None:
    match = play_on(match, 1)
    committed = positions.cached_match(match.pk)
    assert committed
    assert fingerprint(committed, 1) == fingerprint(find_match(match.pk), 1)
    forget()
    assert fingerprint(find_match(match.pk), 1) == fingerprint(committed, 1)


def test_a_page_of_the_present_version_costs_no_query(
    match: Match, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    page = shown(play_on(match, 3))
    now = find_match(match.pk)
    forget()
    with django_assert_num_queries(0):
        assert is_known(now, page["version"], page["ply"], page["history"])


def test_pages_by_poll_are_drawn_whole(match: Match) -> None:
    match = play_on(match, 2)
    saved = backup(match)
    ahead = shown(play_on(match, 2))
    restore(saved)
    news = Client().get(reverse("matches:updates", args=[match.pk]), ahead).json()
    assert (news["version"], news["data"]["ply"], news["whole"]) == (2, 2, True)
    assert '<ol id="turns"' in news["partials"]
    assert 'id="board"' in news["partials"]
    assert news["data"]["history"] == MatchView(find_match(match.pk), None).fingerprint
    assert (
        "partials" not in Client().get(reverse("matches:updates", args=[match.pk]), shown(find_match(match.pk))).json()
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_an_open_page_is_drawn_whole_after_a_restored_backup(match: Match, anna: User, connect: Connect) -> None:
    match = await sync_to_async(play_on)(match, 2)
    saved = await sync_to_async(backup)(match)
    match = await sync_to_async(play_on)(match, 2)
    page = await connect(match.pk, anna)
    ahead = await sync_to_async(shown)(match)
    await page.send_to(json.dumps(ahead))
    assert json.loads(await page.receive_from()) == {"version": 4}
    await sync_to_async(restore)(saved)
    await page.send_to(json.dumps(ahead))
    news = json.loads(await page.receive_from())
    assert (news["version"], news["data"]["ply"], news["whole"], news["data"]["turn"]) == (2, 2, True, "mine")
    assert '<ol id="turns"' in news["partials"]
    assert "turn-3" not in news["partials"]
    await page.send_to(
        json.dumps({"version": news["version"], **{name: news["data"][name] for name in ("ply", "history")}})
    )
    assert json.loads(await page.receive_from()) == {"version": 2}


def test_two_histories_with_the_same_version_differ_by_what_was_done(match: Match) -> None:
    now, seen = match.moved_at, [fingerprint(match, 0)]
    for column, value in {
        "version": 1,
        "ply": 1,
        "moved_at": now + timedelta(microseconds=1),
        "finished_at": now,
        "ending": Match.Ending.RESIGNED,
        "draw_offered_by": 1,
        "time_given_ply": 7,
    }.items():
        other = copy(match)
        setattr(other, column, value)
        seen.append(fingerprint(other, 0))
    other.draw_offered_by = 2
    seen.append(fingerprint(other, 0))
    assert len({*seen}) == len(seen) == 9


def test_a_page_that_knows_no_version_is_trusted(match: Match) -> None:
    assert is_known(match, -1, 0, "anything")
    assert is_known(match, 0, 0, "")
    assert not is_known(match, 0, 0, "anything")


def test_the_fingerprint_tells_nothing_of_a_hidden_exchange(match: Match) -> None:
    match = play_on(match, 2)
    seen = fingerprint(match, 2)
    assert seen != fingerprint(Match(**{**backup(match)[0], "seed": b"\x01" * 32}), 2)
    assert bytes(match.seed).hex() not in seen
    assert MatchView(match, Seat.FIRST).fingerprint == MatchView(match, None).fingerprint == seen
