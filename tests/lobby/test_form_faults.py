"""Each fault of a challenge is told once, beside the field that can mend it."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from accounts.models import User
from games.catalogue import games
from games.clubs.models import Club
from games.lobby.forms import OfferForm
from tests.lobby.test_handicaps import FORM, form

NO_RATING = "One of you has no rating in this game at this pace."
ONE_PLAYER = "Choose one player: it depends on both ratings."


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({}, {"handicap": [NO_RATING]}),
        ({"opponent": "no one"}, {"opponent", "handicap"}),
        ({"kind": "open"}, {"handicap": [ONE_PLAYER]}),
        ({"time": "of an earlier release"}, {"time"}),
    ],
)
def test_a_handicap_by_ratings_needs_both_players_and_a_time(
    anna: User, bob: User, changes: dict[str, str], faults: dict[str, list[str]] | set[str]
) -> None:
    asked = form("sudoku", anna, handicap="even", **changes)
    assert (set(asked.errors) if isinstance(faults, set) else {**asked.errors}) == faults


def test_a_visitor_is_not_told_to_choose_a_player_who_is_chosen(bob: User) -> None:
    assert "handicap" not in form("sudoku", None, handicap="even").errors


@pytest.mark.parametrize("club", ["", "of an earlier life"])
def test_a_club_that_is_none_is_one_fault(anna: User, club: str) -> None:
    data = QueryDict(mutable=True)
    data.update({f"option-{one.name}": one.default for one in games()["sudoku"].options_type.choices()})
    data.update(FORM | {"kind": "club", "club": club})
    own = Club(name="The Sums")
    asked = OfferForm(games()["sudoku"], data, clubs=[own], challenger=anna)
    assert {name: len(errors) for name, errors in asked.errors.items()} == {"club": 1}
    data["club"] = own.pk
    asked = OfferForm(games()["sudoku"], data, clubs=[own], challenger=anna)
    assert asked.is_valid(), asked.errors
    assert asked.terms["club"] == own
