"""The whole export of a player who has done everything: every fact of each row, the oldest first, and no one else's."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.models import User
from games.clubs.models import Club
from games.history.models import Participation, Record
from games.lobby.models import Offer, Standing
from games.matches.models import Match
from games.notifications.models import Delivery, Device, Notification, Preferences
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.social.models import ChatSettings, Comment, Favourite, Message, ModerationAction, Mute, Report
from games.webhooks.models import Endpoint, Sending
from tests.alike import one
from tests.exports import export_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
LATER, LAST = NOON + timedelta(1), NOON + timedelta(2)


@pytest.fixture
def match(anna: User, bob: User) -> Match:
    return one(Match, game_slug="sudoku", first=anna, second=bob)


def test_what_she_said_and_reported(match: Match, anna: User, bob: User, carl: User) -> None:
    one(ChatSettings, user=bob, talks=True)
    one(ChatSettings, user=anna, talks=False, silent_until=LAST, silent_why="Be kind.")
    for by, of in ((bob, anna), (anna, bob), (carl, bob)):
        one(Favourite, by=by, of=of)
        one(Mute, by=of, of=by)
    Favourite.objects.update(made_at=NOON)
    Mute.objects.update(made_at=LATER)
    said = {"room": "players", "text": "Hi", "phrase": "", "made_at": NOON, "erased_at": None}
    erased = {"room": "watchers", "text": "", "phrase": "", "made_at": LATER, "erased_at": LAST}
    comment = {"topic": "puzzle.1", "text": "", "phrase": "wow", "made_at": NOON, "erased_at": None}
    for author in (bob, anna):
        for facts in (said, erased):
            one(Message, match=match, author=author, **facts)
        one(Comment, author=author, **comment)
    story = {"match": match, "reason": "spam", "story": "He sells things.", "made_at": NOON}
    one(Report, by=anna, about=bob, **story)
    one(Report, by=anna, about=carl, reason="name", story="", made_at=LATER)
    one(Report, by=bob, about=anna, **story)
    silenced = {"kind": "silence", "match": None, "until": LAST}
    one(ModerationAction, by=anna, whom=carl, why="Secret", **silenced)
    one(ModerationAction, by=bob, whom=anna, why="Be kind.", **silenced)
    one(ModerationAction, by=bob, whom=anna, kind="void", match=match, why="A test.")
    made = dict(ModerationAction.objects.values_list("why", "made_at"))
    silenced["made_at"] = made["Secret"]
    assert export_of(anna)["social"] == {
        "conversations": False,
        "silent_until": LAST,
        "silent_why": "Be kind.",
        "messages": [{"match": match.pk, **facts} for facts in (said, erased)],
        "comments": [comment],
        "favourites": [{"name": "bob", "since": NOON}],
        "muted": [{"name": "bob", "since": LATER}],
        "reports": [
            {"match": match.pk, "reason": "spam", "story": "He sells things.", "made_at": NOON, "name": "bob"},
            {"match": None, "reason": "name", "story": "", "made_at": LATER, "name": "carl"},
        ],
        "moderated": [silenced],
        "decisions": [
            {"kind": "silence", "match": None, "why": "Be kind.", "until": LAST, "made_at": made["Be kind."]},
            {"kind": "void", "match": match.pk, "why": "A test.", "until": None, "made_at": made["A test."]},
        ],
    }


def test_what_she_was_told_and_her_programs(match: Match, anna: User, bob: User) -> None:
    quiet = {"off": ["over-mail"], "no_mail": True, "quiet_from": time(23), "quiet_to": time(7, 30)}
    one(Preferences, user=anna, **quiet)
    phone = one(Device, user=anna, name="anna’s phone")
    one(Device, user=bob)
    told = {"event": "over", "game_slug": "sudoku", "other": bob}
    one(Notification, user=anna, match=None, made_at=LATER, **told)
    first = one(Notification, user=anna, match=match, made_at=NOON, seen_at=LATER, **told)
    way = {"channel": "push", "place": "phone", "status": "failed", "reason": "gone", "ended_at": LAST}
    one(Delivery, notification=first, user=anna, **way)
    one(Delivery, notification=one(Notification, user=bob), user=bob)
    row = {"event": "over", "text": "Your match against bob is over"}
    assert export_of(anna)["notifications"] == quiet | {
        "devices": [{"name": "anna’s phone", "made_at": phone.made_at}],
        "notifications": [
            row | {"match": match.pk, "made_at": NOON, "seen_at": LATER, "ways": [way]},
            row | {"match": None, "made_at": LATER, "seen_at": None, "ways": []},
        ],
    }

    facts = {"url": "https://a.example/", "description": "mine", "events": ["match.turn"], "made_at": NOON}
    facts |= {"failing_since": LATER, "disabled_at": LAST}
    sent = {"event": "match.turn", "subject": "abc", "status": "sent", "tries": 2, "answer": "204"}
    sent |= {"made_at": NOON, "ended_at": LATER}
    waits = {"event": "test", "subject": "", "status": "queued", "tries": 0, "answer": ""}
    waits |= {"made_at": LATER, "ended_at": None}
    for user in (anna, bob):
        endpoint = one(Endpoint, user=user, **facts)
        for sending in (sent, waits):
            one(Sending, endpoint=endpoint, **sending)
    assert export_of(anna)["webhooks"] == [facts | {"sendings": [sent, waits]}]


def test_her_challenges(match: Match, anna: User, bob: User, carl: User) -> None:
    club = one(Club, name="The Dozen")
    live = {"time_kind": "fischer", "base": timedelta(minutes=5), "increment": timedelta(seconds=8), "rests": False}
    plain = {"kind": "direct", "status": "accepted", "starts": "opponent", "rated": True, "flexible": True}
    plain |= {"standing": True, "made_at": LATER, "closes_at": LAST, "closed_at": NOON}
    usual = {"kind": "club", "status": "open", "starts": "random", "rated": False, "flexible": False}
    usual |= {"standing": False, "made_at": NOON, "closes_at": None, "closed_at": None}
    chosen = {"hints": "no"}
    to_her = one(
        Offer, challenger=bob, opponent=anna, match=match, game_slug="sudoku", option_data=chosen, **live, **plain
    )
    days = {"time_kind": "correspondence", "base": timedelta(days=3), "rests": True}
    to_club = one(Offer, challenger=anna, club=club, game_slug="summy", option_data={}, **days, **usual)
    one(Offer, challenger=bob, opponent=carl, kind="direct", game_slug="summy")
    assert export_of(anna)["offers"] == [
        {"challenger": "anna", "opponent": None, "club": "The Dozen", "game": "summy", "options": {}, "id": to_club.pk}
        | {"time": to_club.time_control.code, "clocks_rest": True, "match": None}
        | usual,
        {"challenger": "bob", "opponent": "anna", "club": None, "game": "sudoku", "options": chosen, "id": to_her.pk}
        | {"time": to_her.time_control.code, "clocks_rest": False, "match": match.pk}
        | plain,
    ]
    one(Standing, first=anna, second=bob, game_slug="summy", made_at=LATER)
    one(Standing, first=anna, second=carl, game_slug="sudoku", made_at=NOON, ended_at=LAST)
    one(Standing, first=bob, second=carl, game_slug="sudoku")
    assert export_of(anna)["standing_challenges"] == [
        {"with": "carl", "game": "sudoku", "made_at": NOON, "ended_at": LAST},
        {"with": "bob", "game": "summy", "made_at": LATER, "ended_at": None},
    ]


def test_her_results(match: Match, anna: User, bob: User) -> None:
    numbers = {"rating": 1612.4, "deviation": 61.5, "volatility": 0.059, "rated_at": LATER}
    numbers |= {"won": 3, "drawn": 2, "lost": 1}
    change = {"at": NOON, "outcome": "drawn", "rating_before": 1600.5, "deviation_before": 70.5}
    change |= {"rating_after": 1601.5, "deviation_after": 69.5, "chance": 0.25, "score": 7}
    for player in (bob, anna):
        for slug, pace, kind in (("summy", "live", ""), ("sudoku", "days", "bots")):
            pool, _new = RatingPool.objects.get_or_create(game_slug=slug, is_live=pace == "live", kind=kind)
            rating = one(Rating, pool=pool, player=player, **numbers)
            one(RatingChange, rating=rating, **change | {"at": LAST})
            one(RatingChange, rating=rating, match=match, **change)
            one(Score, player=player, game_slug=slug, total=player.pk)
        facts = {"outcome": "won", "left_early": True, "at": LATER, "reply_seconds": 61}
        one(Participation, player=player, **facts)
        one(Participation, match=match, player=player, **facts | {"at": NOON, "outcome": "running"})
        record = {"game_slug": "sudoku", "kind": "turn", "value": 61, "text": "1 + 2", "ply": 4, "at": NOON}
        one(Record, player=player, **record | {"game_slug": "summy"})
        one(Record, player=player, match=match, **record)
    exported = export_of(anna)
    other = RatingChange.objects.filter(rating__player=anna, at=LAST).order_by("rating__pool__game_slug")
    pools = [{"game": "sudoku", "pace": "days", "pool": "bots"}, {"game": "summy", "pace": "live", "pool": "people"}]
    assert exported["ratings"] == [
        pool | numbers | {"matches": [{"match": match.pk, **change}, {"match": last.match_id, **change, "at": LAST}]}
        for pool, last in zip(pools, other, strict=True)
    ]
    assert exported["scores"] == [{"game": slug, "total": anna.pk} for slug in ("sudoku", "summy")]
    participation = Participation.objects.get(player=anna, at=LATER)
    assert exported["participations"] == [
        {"match_id": match.pk, **facts, "at": NOON, "outcome": "running"},
        {"match_id": participation.match_id, **facts},
    ]
    of_summy = Record.objects.get(player=anna, game_slug="summy")
    assert exported["records"] == [
        {"match": match.pk, **record},
        {"match": of_summy.match_id, **record, "game_slug": "summy"},
    ]
