"""The pages of the lobby in one process: drawn once for all, and as the page itself draws them for each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from types import SimpleNamespace
from typing import cast
from zoneinfo import ZoneInfo

import pytest
from asgiref.sync import sync_to_async
from django.test.signals import template_rendered
from django.utils import timezone, translation
from django.utils.html import strip_tags

from accounts.models import Block, User
from accounts.online import presence
from games.lobby import consumers, entries, lists, notices
from games.lobby.consumers import LobbyConsumer, Round
from games.lobby.lists import Lobby, SharedLists, compose, shared_lists
from games.lobby.models import Offer
from games.lobby.own import NOTHING, Own, own_of
from games.lobby.partials import Drawings, Reader
from games.matches.time.control import USUAL_CORRESPONDENCE
from games.social.models import Favourite
from tests.lobby.conftest import challenge_to, lobby_of, offer_by
from tests.lobby.sockets import Connect, hello
from tests.lobby.test_filter import offer_of
from tests.lobby.test_socket import make, news_of, settled
from tests.ratings.conftest import ended

READER = Reader("en", ZoneInfo("UTC"), "http://localhost")


@contextmanager
def counted() -> Iterator[list[str]]:
    """Collect the names of the templates that are rendered, in any thread."""
    names: list[str] = []

    def note(template: object, **more: object) -> None:
        names.append(str(getattr(template, "name", "")))

    template_rendered.connect(note)
    yield names
    template_rendered.disconnect(note)


def test_what_is_drawn_for_all_is_what_each_would_see_alone(anna: User, bob: User, carl: User) -> None:
    guest = User.objects.create(username="guest-1", is_guest=True)
    dora = User.objects.create(username="dora")
    for user in (anna, bob, carl, dora, guest):
        presence.touch(user)
    offer_by(anna)
    Offer.objects.update(rated=True)
    offer_by(bob)
    challenge_to(carl, anna)
    Favourite.objects.create(by=carl, of=bob)
    Block.objects.create(by=dora, of=anna)
    viewers = [None, anna, bob, carl, dora, guest]
    own = own_of([viewer for viewer in viewers if viewer])
    shared, drawings = shared_lists(), Drawings()
    for viewer in viewers:
        lobby = compose(shared, own[viewer.pk], viewer) if viewer else lobby_of(None)
        alone, together = Drawings().show(lobby, READER).partials, drawings.show(lobby, READER).partials
        assert {name: str(partial) for name, partial in together.items()} == {
            name: str(partial) for name, partial in alone.items()
        }
    of_bob = strip_tags(str(drawings.show(compose(shared, own[bob.pk], bob), READER).partials["offers"]))
    assert "Your 1500?" in of_bob
    assert "rated&nbsp;· win +" in of_bob


def test_readers_of_the_same_lists_have_offers_in_their_own_language_and_stake(anna: User, carl: User) -> None:
    """Whatever their zones are; guests cannot accept what is rated, and who sees one game no other offer of anna's."""
    guest = User.objects.create(username="guest-1", is_guest=True)
    offer_of("summy", anna)
    offer_by(anna, time_control=USUAL_CORRESPONDENCE.with_vacation())
    Offer.objects.update(rated=True)
    own, drawings = own_of([carl, guest]), Drawings()
    shared = {only: shared_lists(only) for only in ("", "digifeud")}
    seen: dict[tuple[str, str, User], str] = {}
    for language, zone, viewer in product(("en", "nl", "de"), ("UTC", "Asia/Tokyo"), (carl, guest)):
        reader = Reader(language, ZoneInfo(zone), READER.site)
        for only, listed in shared.items():
            lobby = compose(listed, own[viewer.pk], viewer)
            with translation.override(language), timezone.override(reader.zone):
                alone, together = Drawings().show(lobby, reader).partials, drawings.show(lobby, reader).partials
            seen[language, zone, viewer] = str(together["offers"])
            assert seen[language, zone, viewer] == str(alone["offers"]), (language, zone, viewer, only)
    for viewer in (carl, guest):
        assert len({seen[language, "UTC", viewer] for language in ("en", "nl", "de")}) == 3
    assert seen["nl", "UTC", carl] != seen["nl", "UTC", guest]


def test_who_shares_a_drawing_would_see_the_same_alone(anna: User, bob: User, carl: User) -> None:
    guest = User.objects.create(username="guest-1", is_guest=True)
    offer_by(anna)
    Offer.objects.update(rated=True)
    dora = User.objects.create(username="dora")
    ended(dora, User.objects.create(username="emil"), 1, slug=Offer.objects.get().game_slug)
    viewers = [None, bob, guest, carl, dora]
    own = own_of([viewer for viewer in viewers if viewer])
    alone: dict[object, dict[str, str]] = {}
    for viewer in viewers:
        who = {"viewer": viewer, "viewer_key": viewer and viewer.pk, "own": own[viewer.pk] if viewer else NOTHING}
        page = cast(LobbyConsumer, SimpleNamespace(only="", pace="", reader=READER, offer_id="", **who))
        drawing = Round({("", ""): shared_lists()}, [])
        shown = {name: str(partial) for name, partial in drawing._shown(page).partials.items()}
        key = drawing._key(page)
        assert key
        assert alone.setdefault(key, shown) == shown
    assert len(alone) == 4  # bob and carl are alike; dora has another rating


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("noted_templates")
async def test_a_change_is_drawn_once_in_each_language(
    anna: User, bob: User, carl: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "GAP", 0)
    pages = [await connect(user, language=language) for user in (bob, carl, None) for language in (b"en", b"de")]
    for page in pages:
        await settled(page)
    for page in pages:
        await settled(page)
    drawn_before = entries._offer.cache_info().misses
    with counted() as drawn:
        offer = await make(anna)
        for page in pages:
            await news_of(page, offer.pk)
    once = {name: drawn.count(f"lobby/_{name}.html") for name in ("offers", "watch", "mine")}
    assert once == {"offers": 2, "watch": 0, "mine": 0}  # nothing else has changed
    assert entries._offer.cache_info().misses - drawn_before == 2


@pytest.mark.django_db(transaction=True)
async def test_an_arrival_draws_who_is_here_and_nothing_else_again(
    anna: User, bob: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "GAP", 0)
    page = await connect(bob)
    await settled(page)
    await sync_to_async(notices.announce)()
    await sync_to_async(presence.touch)(anna)
    await sync_to_async(notices.announce)()
    message = await news_of(page, "/matches/by/anna/")
    assert 'id="online"' in message["partials"]
    assert 'id="offers"' not in message["partials"]
    assert await hello(page) == {}


@pytest.mark.django_db(transaction=True)
async def test_in_a_crowd_an_arrival_changes_a_number_and_names_come_with_the_next_hello(
    anna: User, bob: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "GAP", 0)
    monkeypatch.setattr(consumers, "CROWD", 1)
    page = await connect(bob)
    await settled(page)
    await sync_to_async(presence.touch)(anna)
    await sync_to_async(notices.announce)()
    message = await news_of(page, "2 players online")
    assert 'id="online"' not in message["partials"]
    assert "/matches/by/anna/" in (await hello(page))["partials"]
    assert await hello(page) == {}


@pytest.mark.django_db(transaction=True)
async def test_who_sees_nothing_of_their_own_shares_what_was_drawn_for_another(
    anna: User, bob: User, carl: User, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players beyond those who are listed as online are drawn as one; who has an offer is drawn alone."""
    monkeypatch.setattr(consumers, "GAP", 0)
    monkeypatch.setattr(lists, "MOST_ONLINE", 0)
    composed: list[User | None] = []

    def noting(shared: SharedLists, own: Own, viewer: User | None) -> Lobby:
        composed.append(viewer)
        return compose(shared, own, viewer)

    pages = [await connect(user) for user in (bob, carl)]
    for page in pages:
        await settled(page)
    monkeypatch.setattr(consumers, "compose", noting)
    offer = await make(anna)
    for page in pages:
        await news_of(page, offer.pk)
    assert len([viewer for viewer in composed if viewer in (bob, carl)]) == 1
    composed.clear()
    own = await make(bob)
    await news_of(pages[1], own.pk)
    await news_of(pages[0], own.pk)
    assert {bob, carl} <= {*composed}


@pytest.mark.django_db(transaction=True)
async def test_filters_that_do_not_exist_are_read_once_like_none(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    def read(only: str = "", pace: str = "") -> SharedLists:
        asked.append((only, pace))
        return shared_lists(only, pace)

    monkeypatch.setattr(consumers, "shared_lists", read)
    for query in ("?game=chess&pace=blitz", "?game=go", "?pace=bullet"):
        await hello(await connect(query=query))
    assert {*asked} == {("", "")}
