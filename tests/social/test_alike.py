"""Which rows each deed and list means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.social import services
from games.social.chat import has_muted
from games.social.following import followed_of, followers_of, unfollow, unmute
from games.social.models import Comment, Favourite, Message, Mute, Report
from tests.alike import found, one, touched

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=500)


def test_relations_of_two() -> None:
    assert touched(one(Favourite), lambda row: unfollow(row.by, row.of)) == "by of"
    assert touched(one(Mute), lambda row: unmute(row.by, row.of)) == "by of"
    assert found(one(Mute), lambda row: has_muted(row.by_id, row.of_id)) == "by of"
    assert found(one(Favourite), lambda row: followers_of(row.of), "by__is_active") == "by__is_active of"
    assert found(one(Favourite), lambda row: followed_of(row.by), "of__is_active") == "by of__is_active"


def test_what_a_closed_account_leaves() -> None:
    forget = services.delete_social_data
    assert touched(one(Favourite), lambda row: forget(row.by)) == "by"
    assert touched(one(Favourite), lambda row: forget(row.of)) == "of"
    assert touched(one(Mute), lambda row: forget(row.of)) == "of"
    assert touched(one(Message, text="Hi"), lambda row: forget(row.author)) == "author"
    assert touched(one(Comment, text="Hi"), lambda row: forget(row.author)) == "author"
    assert touched(one(Report, story="He shouts"), lambda row: forget(row.by)) == "by"


def test_reports() -> None:
    report = one(Report, closed_at=clock.now() - LONG_AGO, story="He shouts")
    assert touched(report, lambda row: services.delete_old_reports()) == "closed_at"
    assert found(one(Report), lambda row: services._open_report(row.by, row.subject)) == "by closed_at subject"
