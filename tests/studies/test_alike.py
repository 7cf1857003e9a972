"""Which studies each action means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from core import clock
from games.matches.models import Match
from games.studies import services
from games.studies.exports import studies_of
from games.studies.models import Study
from tests.alike import finds, one, reaches, touches

pytestmark = pytest.mark.django_db


def test_studies(signed_in: Callable[[User], Client]) -> None:
    study = one(Study)
    touches(study, lambda row: services.forget_all(row.owner), "owner")
    reaches(study, lambda row: services.erase_text(row.pk), "")
    finds(study, lambda row: studies_of(row.owner), "owner")
    client = signed_in(study.owner)
    reaches(study, lambda row: client.post(f"/studies/{row.pk}/delete/") and None, "owner")


def test_who_sees_a_study() -> None:
    over = one(Match, game_slug="digifeud", finished_at=clock.now())
    study = one(Study, match=over)
    reaches(study, lambda row: services.find(row.pk, study.owner), "match match__finished_at owner")
