"""Mirror matches in the lobby: offered in the form of a challenge, accepted, and begun against a computer."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.computers.services import begin_match
from games.events.cups.forms import CupForm
from games.lobby.forms import OfferForm
from games.lobby.models import Offer
from games.lobby.services import accept_offer, make_offer
from games.matches.errors import NoMirror
from games.matches.models import Match
from games.matches.play.mirrors import boards_of
from games.matches.play.services import find_match, offer_rematch, play_move, resign
from games.matches.time.control import USUAL, TimeControl
from games.rules import Seat
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.matches.conftest import legal_move

if TYPE_CHECKING:
    from collections.abc import Callable

    SignedIn = Callable[[User], Client]

FORM = {"time": USUAL, "rated": "rated", "starts": "random", "kind": "open", "option-hints": "no", "mirror": "on"}


def test_anna_offers_one_and_bob_accepts_it(anna: User, bob: User, signed_in: SignedIn) -> None:
    data = QueryDict(mutable=True)
    data.update(FORM)
    form = OfferForm(games()["sudoku"], data)
    assert form.is_valid(), form.errors
    offer = make_offer(challenger=anna, **form.terms)
    assert offer.option_data["mirror"] == "yes"
    match = accept_offer(offer.pk, bob)
    first, second = boards_of(match)
    assert (first.first, first.second) == (second.second, second.first)
    assert first.rated
    assert second.rated
    for board, number in ((first, 1), (second, 2)):
        page = html_of(signed_in(anna).get(reverse("matches:match", args=[board.pk])))
        assert f"Board {number} of 2" in page
        assert reverse("matches:match", args=[board.twin_id]) in page


def test_only_by_days(anna: User) -> None:
    with pytest.raises(NoMirror):
        make_offer(
            challenger=anna,
            game_slug="sudoku",
            options=games()["sudoku"].options_type(mirror="yes"),
            time_control=TimeControl.live(minutes=5, increment=5),
        )
    assert not Offer.objects.exists()


def test_games_without_bags_do_not_ask(db: None) -> None:
    assert "mirror" in OfferForm(games()["sudoku"]).fields
    assert "mirror" not in OfferForm(games()["fifteen"]).fields


def test_forms_say_what_decides_in_this_game(db: None) -> None:
    decides = {"digifeud": "points", "sudoku": "points", "summy": "points", "tenbyten": "games won"}
    for slug, counted in decides.items():
        for form in (OfferForm(games()[slug]), CupForm(games()[slug], UTC)):
            assert f"The {counted}" in form.fields["mirror"].help_text


def test_a_computer_plays_both_boards(anna: User, signed_in: SignedIn) -> None:
    begin_match(anna, "sudoku", 1, options=games()["sudoku"].options_type(mirror="yes"))
    boards = Match.objects.select_related("first", "second").order_by("pk")
    assert boards.count() == 2
    for _round in range(2):
        run_computers()
        for board in boards.all():
            if board.awaits(Seat.FIRST if board.first == anna else Seat.SECOND):
                play_move(board.pk, anna, board.ply + 1, legal_move(board))
        run_computers()
    assert [board.ply for board in boards.all()] == [2, 2]


def run_computers() -> None:
    """Let the computer play where it is to move: by the move that any player could make, without a worker."""
    for board in Match.objects.select_related("first", "second"):
        mover = board.player(Seat(board.to_move))
        if mover.is_computer and board.awaits(Seat(board.to_move)):
            play_move(board.pk, mover, board.ply + 1, legal_move(board))


def test_a_rematch_is_one_again(anna: User, bob: User) -> None:
    offer = make_offer(challenger=anna, game_slug="summy", options=games()["summy"].options_type(mirror="yes"))
    first, second = boards_of(accept_offer(offer.pk, bob))
    for board in (first, second):
        play_move(board.pk, board.first, 1, legal_move(board))
    resign(first.pk, anna)
    run_jobs()
    assert offer_rematch(first.pk, anna) is None
    again = offer_rematch(first.pk, bob)
    assert again
    assert find_match(again.pk).twin_id
    assert Match.objects.count() == 4
