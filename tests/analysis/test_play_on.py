"""The analysis of a turn offers to continue the match from there; a continued match can be analysed too."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.analysis.models import Analysis
from games.computers.services import play_on
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import resign
from tests.analysis.conftest import analysed
from tests.matches.conftest import play_on as moves_on


def test_every_analysed_turn_offers_to_play_on_from_before_it(finished: Match, client: Client) -> None:
    analysed(finished)
    for ply in (1, 3):
        page = client.get(reverse("analysis:turn", args=[finished.pk, ply])).content.decode()
        assert "Play on from here" in page
        assert f'action="{reverse("computers:play_on", args=[finished.pk, ply - 1])}"' in page


def test_a_match_that_goes_on_from_another_is_analysed_from_where_it_began(finished: Match, anna: User) -> None:
    again = moves_on(play_on(anna, finished.pk, 3, 1), 2)
    again = resign(again.pk, anna)
    found = analysed(again)
    assert found.state == Analysis.State.DONE
    assert positions.start_of(again).scores != (0, 0)
