"""Ranks of one player of each kind, and of equals: a player's own row says what the table says."""

from __future__ import annotations

import pytest

from accounts.models import User
from core import clock
from games.matches.models import Match
from games.ratings.models import RatingPool, Score
from games.ratings.rankings import place_of, ranked, strengths_of, table_of
from games.ratings.recount import pools
from tests.alike import one, someone
from tests.ratings.conftest import NOON, settle

Facts = dict[str, object]

# Ratings, several of them equal, and who has a rank.
RATINGS = {"best": 1800, "alike": 1700, "equal": 1700, "same": 1700, "last": 1600}
RANKLESS = {"closed": {"is_active": False}, "computer": {"is_computer": True}}


@pytest.fixture
def players(db: None) -> dict[str, User]:
    """Return players of each kind with settled ratings of Digifeud and a score."""
    kinds = {**{name: {} for name in RATINGS}, **RANKLESS, "bot": {"is_bot": True}}
    players = {name: User.objects.create(username=name, name_key=name, **kind) for name, kind in kinds.items()}
    for name, player in players.items():
        settle(player, RATINGS.get(name, 1700), slug="digifeud")
        Score.objects.create(player=player, game_slug="digifeud", total=RATINGS.get(name, 1700))
    return players


def test_the_own_row_has_the_rank_of_the_table_also_among_equals(players: dict[str, User]) -> None:
    pool, now = RatingPool.objects.get(game_slug="digifeud", kind=RatingPool.Kind.PEOPLE), clock.now()
    table = {place.rating.player: place.rank for place in table_of(ranked(pool, now), 1, now)}
    assert [player.username for player in table] == [*RATINGS]
    for name in (*RATINGS, *RANKLESS):
        place = place_of(players[name], pool, now)
        assert place
        assert place.rank == table.get(players[name]), name


def test_a_score_has_a_rank_among_those_of_people(players: dict[str, User]) -> None:
    strengths = strengths_of(["digifeud"], [player.pk for player in players.values()])
    ranks = {name: strengths[("digifeud", players[name].pk)].place for name in players if name != "closed"}
    assert ranks == {"best": 1, "alike": 2, "equal": 2, "same": 2, "last": 5, "computer": None, "bot": None}
    assert {one.players for one in strengths.values()} == {len(RATINGS)}


@pytest.mark.django_db
def test_each_pool_with_a_match_that_counts_is_made() -> None:
    over: Facts = {"rated": True, "counts": True, "ending": "played", "finished_at": NOON, "winner": 1}
    over |= {"time_kind": "correspondence"}
    one(Match, game_slug="sudoku", **over)
    one(Match, game_slug="summy", **over | {"time_kind": "fischer"})
    one(Match, game_slug="sudoku", first=someone(is_bot=True), second=someone(is_bot=True), **over)
    one(Match, game_slug="digifeud", twin=one(Match, game_slug="digifeud"), **over)
    for missing in ({"rated": False}, {"counts": False}, {"ending": "aborted"}):
        one(Match, game_slug="tenbyten", **over | missing)
    made = [("digifeud", False, "mirror"), ("sudoku", False, ""), ("sudoku", False, "bots"), ("summy", True, "")]
    for _time in range(2):
        assert [(pool.game_slug, pool.is_live, pool.kind) for pool in pools()] == made
