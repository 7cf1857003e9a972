"""News that a page gets without a query: how many turns wait after a move in the match that it displays."""

from __future__ import annotations

from accounts.models import User
from games.notifications.live_news import push_turn


def test_a_move_in_the_displayed_match_is_counted_without_a_query(anna: User, bob: User) -> None:
    came = {"match": "abc", "ply": 3, "turn": [anna.pk, bob.pk]}
    assert push_turn(anna, {"waiting": 2, "match": "abc"}, came, "en") == {"waiting": 1}
    assert push_turn(bob, {"waiting": 0, "match": "abc"}, came, "en") == {"waiting": 1}
    again = {"match": "abc", "ply": 4, "turn": [anna.pk, anna.pk]}  # bob had to pass
    assert push_turn(anna, {"waiting": 2, "match": "abc"}, again, "en") == {}
    over = {"match": "abc", "ply": 5, "turn": [anna.pk, None]}
    assert push_turn(anna, {"waiting": 1, "match": "abc"}, over, "en") == {"waiting": 0}


def test_every_other_event_is_left_to_a_query(anna: User, bob: User) -> None:
    came = {"match": "abc", "ply": 3, "turn": [anna.pk, bob.pk]}
    for shown, event in (
        ({"waiting": 2}, came),
        ({"waiting": 2, "match": "xyz"}, came),
        ({"match": "abc"}, came),
        ({"waiting": 2, "match": "abc"}, {"match": "abc", "ply": 3}),
        ({"waiting": 2, "match": "abc"}, {}),
    ):
        assert push_turn(bob, shown, event, "en") is None
