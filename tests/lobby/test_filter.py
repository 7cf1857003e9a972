"""The lobby filtered to one game: its open offers and running matches, on the page and over the socket."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.templatetags.pictures import board_picture
from games.matches.time.control import USUAL_CORRESPONDENCE, TimeControl
from numgames.asgi import application
from tests.html import html_of
from tests.lobby.conftest import lobby_of, move_in_all, offer_by


def offer_of(slug: str, challenger: User) -> Offer:
    return make_offer(
        challenger=challenger,
        game_slug=slug,
        kind=Offer.Kind.OPEN,
        opponent=None,
        options=games()[slug].options_type(),
        time_control=USUAL_CORRESPONDENCE,
        starts=Offer.Starts.RANDOM,
    )


def match_of(slug: str, first: User, second: User) -> Match:
    options = games()[slug].options_type()
    return start_match(
        game_slug=slug, options=options, first=first, second=second, time_control=TimeControl.correspondence(days=3)
    )


def test_only_one_game_is_listed(anna: User, bob: User, carl: User) -> None:
    here, elsewhere = offer_of("summy", anna), offer_by(anna)
    watched, other = match_of("summy", anna, bob), match_of("digifeud", anna, bob)
    move_in_all()
    summy, everything = lobby_of(carl, "summy"), lobby_of(carl)

    assert (summy.offers, summy.watch) == ([here], [watched])
    assert (everything.offers, everything.offers[0].more) == ([elsewhere], 1)
    assert set(everything.watch) == {watched, other}


def test_an_unknown_game_is_no_filter(anna: User, carl: User) -> None:
    offer = offer_by(anna)
    assert lobby_of(carl, "chess").offers == [offer]
    assert Client().get("/lobby/?game=%07chess").status_code == 200


def test_the_page_links_to_each_game_and_says_which_is_listed(anna: User) -> None:
    offer = offer_by(anna)
    page = html_of(Client().get("/lobby/?game=summy"))

    for slug in games():
        assert f'href="/lobby/?game={slug}&amp;tab=people"' in page
    assert '<a href="/lobby/?game=summy&amp;tab=people" aria-current="true">' in page
    assert 'data-socket="/ws/lobby/?game=summy"' in page
    assert f"/lobby/{offer.pk}/accept/" not in page


def test_a_withdrawn_offer_leads_back_to_the_same_game(anna: User, signed_in: Callable[[User], Client]) -> None:
    offer = offer_by(anna)
    answer = signed_in(anna).post(f"/lobby/{offer.pk}/withdraw/?game=summy")
    assert answer.headers["Location"] == "/lobby/?game=summy"


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_the_line_carries_only_this_game(anna: User) -> None:
    here = await database_sync_to_async(offer_of)("summy", anna)
    elsewhere = await database_sync_to_async(offer_by)(anna)
    socket = WebsocketCommunicator(
        application, "/ws/lobby/?game=summy", [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    )
    await socket.connect()
    await socket.send_to("{}")
    html = await socket.receive_from(timeout=5)
    await socket.disconnect()

    assert f"/lobby/{here.pk}/accept/" in html
    assert elsewhere.pk not in html


def test_a_game_with_a_picture_shows_it(db: None) -> None:
    page = html_of(Client().get("/"))
    for slug in games():
        has_one = finders.find(f"{slug}/board.svg") is not None
        assert bool(board_picture(slug)) is has_one
        assert bool(re.search(rf'<use href="[^"]*/{slug}/board[^"]*\.svg#board"', page)) is has_one


def test_one_control_holds_all_filters(client: Client, db: None) -> None:
    page = client.get("/lobby/").content.decode()
    [control] = re.findall(r'<details id="filter".*?</details>', page, re.DOTALL)
    assert "Only from my clubs" in control
    assert page.count("Only from my clubs") == 1
