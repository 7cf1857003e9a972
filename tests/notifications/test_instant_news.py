"""News that a page gets without a query: none about the match that it shows, which its own updates are about."""

from __future__ import annotations

from accounts.models import User
from games.notifications.live_news import leave_out_displayed


def test_a_change_of_the_displayed_match_changes_no_number(anna: User) -> None:
    for came in ({"match": "abc", "ply": 3}, {"match": "abc", "ply": 0}):
        assert leave_out_displayed(anna, {"others": 2, "besides": "abc"}, came, "en") == {}


def test_every_other_event_is_left_to_a_query(anna: User) -> None:
    came = {"match": "abc", "ply": 3}
    for shown, event in (
        ({"others": 2}, came),
        ({"others": 2, "match": "abc"}, came),
        ({"others": 2, "besides": "xyz"}, came),
        ({"others": 2, "besides": ["abc"]}, came),
        ({"others": 2, "besides": "abc"}, {"notification": 7}),
        ({"others": 2, "besides": "abc"}, {}),
    ):
        assert leave_out_displayed(anna, shown, event, "en") is None
