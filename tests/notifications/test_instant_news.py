"""News that a page gets without a query: none about the match that it is about, which its own updates are about."""

from __future__ import annotations

from accounts.hooks import PageNews
from accounts.online.news import changed_by


def test_a_change_of_the_match_on_the_page_changes_no_number() -> None:
    assert changed_by(PageNews({"about": "abc"}, {"match": "abc", "ply": 3})) == ()
    assert changed_by(PageNews({"about": "abc", "match": "abc"}, {"match": "abc", "ply": 3})) == ()


def test_every_other_event_is_left_to_a_query() -> None:
    came = {"match": "abc", "ply": 3}
    for displays, event in (({}, came), ({"about": "xyz"}, came), ({"about": ["abc"]}, came)):
        assert {"my_turns", "toast"} == {*changed_by(PageNews(displays, event))}
    assert changed_by(PageNews({"about": "abc"}, {"notification": 7})) == ("toast",)
    assert changed_by(PageNews({"match": "abc"}, {"notification": 7, "ended": "abc"})) == ()
    assert "call" in changed_by(PageNews({}, {"match": "abc", "ply": 0}))
