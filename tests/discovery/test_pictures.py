"""Link previews: a picture of what the page shows to a spectator, in the reader's language, bounded in cost."""

from __future__ import annotations

import re
import struct
from concurrent.futures import Future
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import User
from accounts.services import delete_account
from core.colours import colours
from games.catalogue import games
from games.discovery import picture_views, pictures
from games.discovery.pictures import Caption, Card, draw_card, tiles
from games.discovery.png import draw_png
from games.lobby.models import Offer
from games.lobby.services import make_offer
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.puzzles.models import Puzzle
from games.ratings.models import Rating, RatingPool
from games.workers import TooSlow
from tests.html import html_of
from tests.moves import first_move
from tests.puzzles.conftest import make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


def size(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def image(client: Client, address: str) -> str:
    """Return the path of the picture that the page names."""
    html = html_of(client.get(address))
    assert '<meta name="twitter:card" content="summary_large_image">' in html
    found = re.search(r'<meta property="og:image" content="http://testserver([^"]+)">', html)
    assert found
    return found[1]


def test_a_match_has_a_picture_of_its_present_turn(client: Client, match: Match) -> None:
    path = image(client, f"/nl/matches/{match.pk}/")
    assert path == f"/pictures/nl/matches/{match.pk}/0.png"

    answer = client.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert size(answer.content) == (1200, 630)
    assert len(answer.content) < 150_000


def test_it_shows_names_points_and_turn_and_no_hidden_tile(match: Match, anna: User) -> None:
    start = draw_card(pictures.of_match(match, 0))
    board = start[: start.index('<text x="638" y="84"')]

    assert "anna" in start
    assert "bob" in start
    assert "<text" not in board  # both players hold tiles, and none lies on the board

    match = first_move(match)
    later = draw_card(pictures.of_match(match, 1))
    assert "<text" in later[: later.index('<text x="638" y="84"')]
    assert f">{match.first_points}</text>" in later
    assert "Turn 1" in later


@pytest.mark.parametrize(
    ("language", "note"),
    [("en", "Final score"), ("nl", "Eindstand"), ("de", "Endstand"), ("fr", "Score final"), ("pl", "Wynik końcowy")],
)
def test_it_speaks_the_language_of_its_address(match: Match, language: str, note: str) -> None:
    match.finished_at, match.ending = timezone.now(), Ending.AGREED
    match.save()
    with override(language):
        assert f">{note}</text>" in draw_card(pictures.of_match(match, 0))


def test_a_turn_has_its_own_picture(client: Client, match: Match) -> None:
    first_move(match)

    assert image(client, f"/matches/{match.pk}/0/") == f"/pictures/en/matches/{match.pk}/0.png"
    assert image(client, f"/matches/{match.pk}/1/") == f"/pictures/en/matches/{match.pk}/1.png"
    assert client.get(f"/pictures/en/matches/{match.pk}/2.png").status_code == 404


def test_a_puzzle_has_a_picture_unless_it_is_hidden(client: Client) -> None:
    puzzle = make_puzzle()
    path = image(client, f"/puzzles/{puzzle.pk}/")
    assert size(client.get(path).content) == (1200, 630)
    shown = draw_card(pictures.of_puzzle(puzzle))
    assert puzzle.best not in shown

    for hidden in ({"for_daily": True}, {"for_daily": False, "state": Puzzle.State.WITHHELD}):
        Puzzle.objects.filter(pk=puzzle.pk).update(**hidden)
        assert client.get(path).status_code == 404


def test_a_challenge_link_has_a_picture(client: Client, anna: User) -> None:
    options = games()["summy"].options_type()
    offer = make_offer(challenger=anna, game_slug="summy", options=options, kind=Offer.Kind.LINK)
    path = image(client, f"/lobby/c/{offer.pk}/")
    assert size(client.get(path).content) == (1200, 630)
    assert "anna challenges you" in draw_card(pictures.of_challenge(offer))


def test_a_games_picture_has_its_own_board_in_the_light_colours(anna: User) -> None:
    for slug in ("digifeud", "summy", "sudoku", "tenbyten"):
        card = draw_card(pictures.of_game(slug))
        assert not re.search(r"<style|var\(", card)
        assert {colours()[name] for name in ("board", "tile-low", "tile-ink")} <= set(re.findall(r"#[0-9a-f]{6}", card))


def test_a_players_picture_is_in_the_language_of_its_address(anna: User) -> None:
    pool = RatingPool.objects.create(game_slug="sudoku", is_live=False)
    later = timezone.now() + timedelta(days=1)
    figures = {"rating": 1707, "deviation": 60, "volatility": 0.06, "rated_at": timezone.now(), "settled_until": later}
    Rating.objects.create(player=anna, pool=pool, **figures)
    with override("de"):
        assert "Sudoku-Duell, Fernpartie" in draw_card(pictures.of_player(anna))


def test_a_player_has_a_picture_until_the_account_is_deleted(client: Client, anna: User) -> None:
    path = image(client, "/matches/by/anna/")
    assert client.get(path).status_code == 200

    delete_account(anna)
    assert client.get(path).status_code == 404


def test_the_picture_of_a_match_forgets_a_deleted_name(match: Match, anna: User) -> None:
    delete_account(anna)
    match = Match.objects.select_related("first", "second").get(pk=match.pk)
    assert "anna" not in draw_card(pictures.of_match(match, 0))


def test_a_mail_program_on_another_site_may_show_it(client: Client) -> None:
    assert client.get("/pictures/de/site.png").headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize("path", ["/", "/games/tenbyten/", "/ratings/", "/help/"])
def test_other_pages_have_a_picture_too(client: Client, path: str) -> None:
    assert size(client.get(image(client, path)).content) == (1200, 630)


def test_the_same_picture_is_drawn_once(client: Client, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/pictures/en/matches/{match.pk}/0.png"
    first = client.get(path).content
    monkeypatch.setattr(picture_views, "begin", lambda *_call: pytest.fail("it was in the cache"))
    assert client.get(path).content == first


def test_new_pictures_are_limited_by_address(client: Client, match: Match, settings: Settings) -> None:
    settings.RATE_LIMITS = {"picture": "1/m/ip"}
    assert client.get("/pictures/en/site.png").status_code == 200
    refused = client.get(f"/pictures/en/matches/{match.pk}/0.png")

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert client.get("/pictures/en/site.png").status_code == 200  # from the cache


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Too many pictures"), ("nl", "Te veel afbeeldingen"), ("de", "Zu viele Bilder")]
)
def test_who_waits_too_long_is_sent_away(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    def refuse(*_call: object) -> Future[bytes]:
        raise TooSlow

    monkeypatch.setattr(picture_views, "begin", refuse)
    answer = client.get(f"/pictures/{language}/site.png")

    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    assert answer.headers["Cache-Control"] == "no-store"
    assert sentence in answer.content.decode()


def test_text_is_drawn_in_our_font_and_escaped() -> None:
    def dark(text: str) -> bytes:
        return draw_png(draw_card(Card(tiles("A"), text, (Caption("<anna>", "7"),))))

    assert dark("Digifeud") != dark("")  # text without a font would leave no mark
    assert dark("÷ × −") != dark("     ")


@pytest.mark.parametrize(
    "path", ["/pictures/xx/site.png", "/pictures/en/games/chess.png", "/pictures/en/players/x.png"]
)
def test_nothing_else_has_a_picture(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
