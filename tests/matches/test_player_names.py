"""A player is called by name on every page of a match: by seat only where no name is known."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import display_of, games
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, play_move, resign
from games.matches.time.control import TimeControl
from games.rules import Seat, SeededRandom, View, say
from tests.matches.conftest import legal_move
from tests.sizes import THOROUGH, cases

NAMELESS = re.compile(
    r"(first|second) player|player [12]\b|(eerste|tweede) speler|speler [12]\b|(erste|zweite)[nrs]? Spieler"
    r"|(premier|second) joueur|joueur [12]\b|(premier|second) chevalet|(pierwsz|drug)\w+ gracz\w*|gracz [12]\b"
    r"|Spielers? [12]\b|[12]\. Bänkchen|(erste|zweite) Bänkchen",
    re.IGNORECASE,
)
PAGES = ("match", "turn", "fairness", "updates", "notation", "text", "json")
HTML = ("match", "turn", "fairness")
LANGUAGES = ("en", "nl", "de", "fr", "pl")


@pytest.mark.slow
@cases("slug", sorted(games()), default=["tenbyten"])
def test_no_page_of_a_match_calls_a_player_by_seat(slug: str, anna: User, bob: User, carl: User) -> None:
    """Anna and carl, who watches, read every page while the match runs, and after it is over.

    Anna reads it in every language, and carl, who sees less, by default in one that differs from game to game.
    """
    readers = {anna: LANGUAGES, carl: LANGUAGES if THOROUGH else LANGUAGES[sorted(games()).index(slug) % 5 :][:1]}
    match = start_match(
        game_slug=slug,
        options=games()[slug].options_type(),
        first=anna,
        second=bob,
        time_control=TimeControl.correspondence(days=3),
    )
    for _turn in range(2):
        match = find_match(match.pk)
        match = play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, legal_move(match))
    _read(match, readers)
    while not match.finished_at and "pass" in {command.text for command in match.display.commands(_mover_view(match))}:
        match = play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, "pass")
    if not match.finished_at:
        resign(match.pk, bob)
    _read(find_match(match.pk), readers)


@pytest.mark.parametrize("slug", sorted(games()))
def test_sealed_tiles_are_of_players_with_names(slug: str) -> None:
    """The labels of piles hold seats, in place of which a name is put."""
    game = games()[slug]
    start = game.setup(game.options_type(), SeededRandom(b"seed"))
    for pile in (*display_of(game).piles(game.view(start, None)), *display_of(game).sealed(start)):
        assert not NAMELESS.search(str(pile.named(("anna", "bob")).label))


def test_a_seat_is_a_name_where_names_are_known() -> None:
    """Without names a seat is a number; inside another sentence too."""
    told = say("It ends: {reason}", reason=say("{player} won.", player=Seat.SECOND))
    assert (str(told), str(told.named(("anna", "bob")))) == ("It ends: Player 2 won.", "It ends: bob won.")


def _mover_view(match: Match) -> View:
    view: View = match.game.view(positions.replay(match).position, Seat(match.to_move))
    return view


def _read(match: Match, readers: dict[User, tuple[str, ...]]) -> None:
    for reader, languages in readers.items():
        client = Client()
        client.force_login(reader)
        for language in languages:
            client.cookies["django_language"] = language
            for name in PAGES:
                args = [match.pk, match.ply] if name == "turn" else [match.pk]
                shown: dict[str, str | int] = (
                    {"version": -1, "ply": 0, "history": "", "partials": ""} if name == "updates" else {}
                )
                answer = client.get(reverse(f"matches:{name}", args=args), shown)
                page = answer.content.decode()
                assert answer.status_code == 200
                assert name not in HTML or f'<html lang="{language}"' in page
                assert not (found := NAMELESS.search(page)), f"{name} in {language}: {found and found.group()}"
