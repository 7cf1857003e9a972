"""The page that tells how a game is played."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.catalogue import games


@pytest.mark.parametrize("slug", games())
def test_every_game_tells_its_rules(db: None, client: Client, slug: str) -> None:
    page = client.get(reverse("rules", args=[slug])).content.decode()
    assert f"<h1>{games()[slug].name}</h1>" in page
    assert f'name="game" value="{slug}"' in page


def test_digifeud_explains_its_squares_and_names_its_house_rules(db: None, client: Client) -> None:
    page = client.get(reverse("rules", args=["digifeud"])).content.decode()
    assert "House rules" in page
    assert "counts double" in page


def test_no_such_game(db: None, client: Client) -> None:
    assert client.get(reverse("rules", args=["nosuchgame"])).status_code == 404
