"""Addresses of deals: none of a game that is not installed, of no day, or of a day to come."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.daily import services
from games.daily.errors import NoDeal
from games.daily.models import DailyDeal
from tests.daily.conftest import FRIDAY


def test_there_is_a_page_for_each_deal_up_to_today(deal: DailyDeal, client: Client) -> None:
    with time_machine.travel(FRIDAY, tick=False):
        for path, status in (
            ("digifeud/", 200),
            ("digifeud/2026-11-27/", 200),
            ("digifeud/2026-11-28/", 404),  # which is made already
            ("digifeud/2026-11-26/", 404),
            ("digifeud/today/", 404),
            ("chess/", 404),
            ("chess/play/", 404),
        ):
            assert client.get(f"/today/{path}").status_code == status, path
        assert client.post("/today/chess/play/").status_code == 404
        assert client.get("/today/digifeud/play/").headers["Location"] == "/today/digifeud/"
    assert not User.objects.filter(is_guest=True).exists()


def test_a_game_that_is_gone_has_no_deal(deal: DailyDeal, anna: User, client: Client) -> None:
    DailyDeal.objects.filter(pk=deal.pk).update(game_slug="chess")
    with time_machine.travel(FRIDAY, tick=False):
        assert client.get("/today/chess/").status_code == 404
        with pytest.raises(NoDeal):
            services.begin(anna, "chess")
