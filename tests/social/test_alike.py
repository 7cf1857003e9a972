"""Which rows each action and list means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.social import services
from games.social.chat import has_muted
from games.social.following import followed_of, followers_of, unfollow, unmute
from games.social.models import ChatSettings, Comment, Favourite, Message, Mute, Report
from tests.alike import finds, one, touches

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=500)


def test_relations_of_two() -> None:
    touches(one(Favourite), lambda row: unfollow(row.by, row.of), "by of")
    touches(one(Mute), lambda row: unmute(row.by, row.of), "by of")
    finds(one(Mute), lambda row: has_muted(row.by_id, row.of_id), "by of")
    finds(one(Favourite), lambda row: followers_of(row.of), "by__is_active of")
    finds(one(Favourite), lambda row: followed_of(row.by), "by of__is_active")


def test_what_a_closed_account_leaves() -> None:
    forget = services.delete_social_data
    touches(one(Favourite), lambda row: forget(row.by), "by")
    touches(one(Favourite), lambda row: forget(row.of), "of")
    touches(one(Mute), lambda row: forget(row.of), "of")
    touches(one(Message, text="Hi"), lambda row: forget(row.author), "author")
    touches(one(Mute), lambda row: forget(row.by), "by")
    touches(one(ChatSettings), lambda row: forget(row.user), "user")
    for phrase in (one(Message, text="", phrase="luck"), one(Comment, text="", phrase="luck")):
        forget(phrase.author)
        phrase.refresh_from_db()
        assert (phrase.phrase, phrase.erased_at) == ("luck", None)
    touches(one(Comment, text="Hi"), lambda row: forget(row.author), "author")
    touches(one(Report, story="He shouts"), lambda row: forget(row.by), "by")


def test_reports() -> None:
    report = one(Report, closed_at=clock.now() - LONG_AGO, story="He shouts")
    touches(report, lambda row: services.delete_old_reports(), "closed_at")
    finds(one(Report), lambda row: services._open_report(row.by, row.subject), "by closed_at subject")
