"""Drawn games of 10 BY 10: three in a row make a match a draw, unless it began before that rule."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalogue import games
from games.matches.files import exports
from games.matches.files.exports import verify
from games.matches.files.transcript import read
from games.matches.models import Match, Move
from games.matches.play import positions
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, offer_rematch, play_move
from games.matches.time.control import TimeControl
from games.rules import Seat, SeededRandom
from games.tenbyten.model.position import TenByTenPosition
from tests.html import html_of

GAME = 23  # turns of a game without captures, which is drawn


def drawn_so_far(anna: User, bob: User, moves: int, *, before_the_rule: bool) -> Match:
    """Return a stored match with this many moves and no capture."""
    game = games()["tenbyten"]
    terms = {"game_slug": game.slug, "options": game.options_type(), "first": anna, "second": bob}
    match = start_match(time_control=TimeControl.correspondence(days=3), rated=True, **terms)
    if before_the_rule:
        match.option_data = {}
    position, seed, texts = positions.start_of(match), bytes(match.seed), list[str]()
    for ply in range(1, moves + 1):
        move = next(move for move in game.legal_moves(position) if not move.captured)
        position = game.apply(position, move, SeededRandom(seed, ply))
        texts.append(game.encode(move))
    rows = [Move(match=match, ply=ply, text=text, made_at=match.started_at) for ply, text in enumerate(texts, 1)]
    Move.objects.bulk_create(rows)
    match.ply, match.to_move = moves, position.to_move
    match.save()
    positions.clear()
    return find_match(match.pk)


def play(match: Match, *, greedy: bool) -> Match:
    """Return the match after a move that captures the most, or nothing."""
    position = positions.replay(match).position
    by_chips = sorted(match.game.scored_moves(position), key=lambda scored: scored[1])
    move, _points = by_chips[-1 if greedy else 0]
    return play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, match.game.encode(move))


def test_the_third_drawn_game_in_a_row_ends_the_match_as_a_draw_that_counts(anna: User, bob: User) -> None:
    match = play(drawn_so_far(anna, bob, 3 * GAME - 1, before_the_rule=False), greedy=False)
    assert (match.ending, match.winner, match.counts) == (Match.Ending.PLAYED, None, True)
    assert (match.first_points, match.second_points) == (0, 0)
    page = html_of(Client().get(reverse("matches:match", args=[match.pk])))
    assert "Three games in a row were drawn, so the match is a draw." in page
    assert match.changes.count() == 2
    assert verify(read(exports.as_text(match, None))).position


def test_a_match_with_four_drawn_games_from_before_is_replayed_shown_and_played_to_its_end(
    anna: User, bob: User
) -> None:
    match = drawn_so_far(anna, bob, 4 * GAME, before_the_rule=True)
    position = positions.replay(match).position
    assert isinstance(position, TenByTenPosition)
    assert (position.result, position.public.drawn, position.public.number) == (None, 4, 5)
    for ply in (0, 3 * GAME, 4 * GAME):
        assert Client().get(reverse("matches:turn", args=[match.pk, ply])).status_code == 200
    assert Client().get(reverse("matches:match", args=[match.pk])).status_code == 200
    while not match.finished_at:
        match = play(match, greedy=True)
    assert match.winner in (1, 2)
    assert match.ply > 4 * GAME
    positions.clear()
    assert positions.current(find_match(match.pk)).result
    assert verify(read(exports.as_text(match, None))).position


def test_one_in_its_third_drawn_game_from_before_goes_on_after_it(anna: User, bob: User) -> None:
    match = play(drawn_so_far(anna, bob, 3 * GAME - 1, before_the_rule=True), greedy=False)
    assert match.finished_at is None
    assert match.deadline_at
    assert play(match, greedy=False).ply == 3 * GAME + 1


def test_its_rematch_is_played_by_the_rules_of_now(anna: User, bob: User) -> None:
    match = drawn_so_far(anna, bob, 4 * GAME, before_the_rule=True)
    while not match.finished_at:
        match = play(match, greedy=True)
    offer_rematch(match.pk, anna)
    again = offer_rematch(match.pk, bob)
    assert again is not None
    assert again.options == again.game.options_type()
