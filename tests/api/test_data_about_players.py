"""Whole answers about challenges, chats, webhooks and ratings: every value of each row, in order, and no other row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine

from accounts.models import User
from accounts.online import presence
from accounts.services import block
from games.clubs.models import Club, Member
from games.history.models import Participation
from games.lobby.models import Offer, Standing
from games.matches.models import Match
from games.ratings.models import Rating, RatingPool
from games.social.models import Message, Mute
from games.webhooks.models import Endpoint, Sending
from tests.alike import one
from tests.api.conftest import Caller, data_of, problem_of

pytestmark = pytest.mark.django_db
Calling = Callable[..., Caller]
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DAY = timedelta(1)
Facts = dict[str, object]


def at(days: int) -> str:
    return f"{NOON + days * DAY:%Y-%m-%dT%H:%M:%SZ}"


def person(name: str) -> Facts:
    return {"name": name, "is_guest": False, "is_computer": False}


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    """Stop the clock ten days after noon of the first."""
    with time_machine.travel(NOON + 10 * DAY, tick=False):
        yield


@pytest.fixture
def offers(anna: User, bob: User, carl: User) -> SimpleNamespace:
    """Return challenges between anna and bob, to her club and to all, each with answers of its own."""
    club = one(Club, name="The Dozen")
    for player in (anna, bob):
        one(Member, club=club, player=player, role=Member.Role.MEMBER)
    match = one(Match, game_slug="digifeud", first=anna, second=bob)
    terms: Facts = {"game_slug": "digifeud", "option_data": {"hints": "no"}, "time_kind": "fischer"}
    terms |= {"base": timedelta(minutes=5), "increment": timedelta(seconds=8)}
    days: Facts = {
        "game_slug": "sudoku",
        "option_data": {},
        "time_kind": "correspondence",
        "base": 3 * DAY,
        "rests": True,
    }
    return SimpleNamespace(
        club=club,
        match=match,
        direct=one(Offer, challenger=anna, opponent=bob, kind="direct", standing=True, made_at=NOON, **days),
        over=one(
            Offer,
            challenger=bob,
            opponent=anna,
            kind="direct",
            status="accepted",
            starts="opponent",
            match=match,
            made_at=NOON + DAY,
            closes_at=NOON + 3 * DAY,
            closed_at=NOON + 2 * DAY,
            **terms,
        ),
        open=one(Offer, challenger=bob, rated=True, flexible=True, made_at=NOON + 2 * DAY, **days | {"rests": False}),
        to_club=one(Offer, challenger=bob, kind="club", club=club, starts="challenger", made_at=NOON + 3 * DAY, **days),
        link=one(Offer, challenger=anna, kind="link", made_at=NOON + 4 * DAY, **days),
        carls=one(Offer, challenger=carl, made_at=NOON + 5 * DAY, **days),
        own_to_club=one(Offer, challenger=anna, kind="club", club=club, made_at=NOON + 6 * DAY, **days),
    )


def test_challenges(anna: User, bob: User, carl: User, offers: SimpleNamespace, calling: Calling) -> None:
    block(by=carl, of=anna)
    usual = {"status": "open", "game": "sudoku", "options": {}, "pace": "3d", "rests": True, "rated": False}
    usual |= {"starts": "random", "opponent": None, "club": None, "standing": False, "match": None}

    def told(offer: Offer, name: str, days: int, **more: object) -> Facts:
        head = {"challenge": offer.pk, "kind": offer.kind, "challenger": person(name), "made": at(days)}
        return usual | head | more

    direct = told(offers.direct, "anna", 0, opponent=person("bob"), standing=True)
    played = {"status": "accepted", "game": "digifeud", "options": {"hints": "no"}, "pace": "5m+8s", "rests": False}
    over = told(offers.over, "bob", 1, opponent=person("anna"), starts="opponent", match=offers.match.pk, **played)
    to_all = told(offers.open, "bob", 2, rated=True, rests=False)
    to_club = told(offers.to_club, "bob", 3, club=offers.club.pk, starts="challenger")
    link, own = told(offers.link, "anna", 4), told(offers.own_to_club, "anna", 6, club=offers.club.pk)
    hers, his, carls = calling(anna), calling(bob), calling(carl)
    assert data_of(hers.get("/challenges")) == [to_club, to_all]
    assert data_of(hers.get("/me/challenges")) == [own, link, direct]
    assert data_of(his.get("/me/challenges")) == [to_club, to_all, direct]
    assert data_of(his.get(f"/challenges/{offers.over.pk}")) == over
    assert data_of(Caller().get("/challenges")) == [told(offers.carls, "carl", 5), to_all]
    assert data_of(carls.get(f"/challenges/{offers.link.pk}")) == link
    assert presence.is_online(User.objects.get(pk=anna.pk)) is False
    assert hers.post("/challenges", {"game": "summy", "kind": "link"}).status_code == 201
    assert presence.is_online(User.objects.get(pk=anna.pk))
    for hidden in (offers.direct, offers.over, offers.to_club):
        problem_of(carls.get(f"/challenges/{hidden.pk}"), 404)


def test_a_challenge_that_is_made(anna: User, bob: User, calling: Calling) -> None:
    sent = {"game": "digifeud", "kind": "direct", "opponent": "bob", "pace": "2d", "rests": False, "rated": True}
    sent |= {"starts": "opponent", "options": {"operators": "+-", "directions": "2"}, "standing": True}
    made = data_of(calling(anna).post("/challenges", sent))
    key = made["challenge"]
    assert made == {
        **sent,
        "challenge": key,
        "status": "open",
        "challenger": person("anna"),
        "opponent": person("bob"),
        "club": None,
        "made": at(10),
        "match": None,
    }
    assert data_of(calling(bob).get("/me/challenges")) == data_of(calling(anna).get("/me/challenges")) == [made]
    match = data_of(calling(bob).post(f"/challenges/{key}/accept"))
    assert match == made | {"status": "accepted", "match": match["match"]}
    assert Match.objects.get().pk == match["match"]
    (standing,) = data_of(calling(anna).get("/me/standing"))
    assert standing == {
        "standing": standing["standing"],
        "opponent": person("bob"),
        "game": "digifeud",
        "made": at(10),
        "match": match["match"],
    }
    assert data_of(calling(bob).get("/me/standing")) == [standing | {"opponent": person("anna")}]
    usual = data_of(calling(bob).post("/challenges", {"game": "digifeud", "kind": "link"}))
    facts = ("kind", "opponent", "pace", "rests", "rated", "starts", "standing", "options")
    options = {"directions": "2", "operators": "+-x"}
    assert [usual[name] for name in facts] == ["link", None, "3d", True, False, "random", False, options]
    assert data_of(Caller().get("/challenges")) == []


def test_standing_challenges(anna: User, bob: User, carl: User, calling: Calling) -> None:
    match = one(Match, game_slug="sudoku", first=bob, second=anna)
    first = one(Standing, game_slug="sudoku", first=anna, second=bob, match=match, made_at=NOON)
    later = one(Standing, game_slug="summy", first=anna, second=carl, made_at=NOON + DAY)
    one(Standing, game_slug="digifeud", first=anna, second=carl, ended_at=NOON, made_at=NOON - DAY)
    row = {"standing": first.pk, "game": "sudoku", "made": at(0), "match": match.pk}
    last = {"standing": later.pk, "game": "summy", "made": at(1), "match": later.match_id, "opponent": person("carl")}
    assert data_of(calling(anna).get("/me/standing")) == [row | {"opponent": person("bob")}, last]
    assert data_of(calling(bob).get("/me/standing")) == [row | {"opponent": person("anna")}]
    assert calling(carl).post(f"/me/standing/{later.pk}/stop").status_code == 204
    assert data_of(calling(carl).get("/me/standing")) == []
    problem_of(calling(carl).post(f"/me/standing/{first.pk}/stop"), 404)


def test_chat(anna: User, bob: User, carl: User, calling: Calling) -> None:
    over = one(Match, game_slug="sudoku", first=anna, second=bob, finished_at=NOON)
    rows = [(anna, "players", "Hi", ""), (carl, "watchers", "", "wow"), (bob, "players", "Hello", "")]
    lines = []
    for day, (author, room, text, phrase) in enumerate(rows):
        facts = {"room": room, "text": text, "phrase": phrase}
        line = one(Message, match=over, author=author, made_at=NOON + day * DAY, **facts)
        shown = {"text": "Wow!"} if phrase else {}
        lines.append(facts | {"id": line.pk, "author": author.username, "written": at(day)} | shown)
    one(Message, author=anna, room="players", text="elsewhere")
    chat = f"/matches/{over.pk}/chat"
    assert data_of(calling(bob).get(chat)) == lines
    assert data_of(calling(carl).get(chat)) == [lines[1]]
    Message.objects.filter(match=over, author=anna).update(text="", erased_at=NOON)
    one(Mute, by=anna, of=carl)
    assert data_of(calling(anna).get(chat)) == [lines[0] | {"text": ""}, lines[2]]
    Match.objects.filter(pk=over.pk).update(finished_at=NOON + 9 * DAY)
    answer = data_of(calling(carl).post(chat, {"text": " Well\u202e done ", "key": "1"}))
    said = {"room": "watchers", "author": "carl", "text": "Well done", "phrase": "", "written": at(10)}
    assert answer == said | {"id": answer["id"]}
    assert data_of(calling(carl).post(chat, {"text": "Well done", "key": "1"})) == answer
    assert data_of(calling(carl).get(chat)) == [lines[1], answer]


def test_webhooks(anna: User, bob: User, calling: Calling) -> None:
    healthy = one(
        Endpoint, user=anna, url="https://a.example/", description="mine", events=["match.turn"], made_at=NOON
    )
    failing = one(
        Endpoint, user=anna, url="https://b.example/", description="", events=["match.ended"], made_at=NOON + DAY
    )
    Endpoint.objects.filter(pk=failing.pk).update(failing_since=NOON + 2 * DAY, disabled_at=NOON + 5 * DAY)
    one(Endpoint, user=bob)
    hers, his = calling(anna), calling(bob)
    first = {"webhook": healthy.pk, "url": "https://a.example/", "description": "mine", "events": ["match.turn"]}
    first |= {"made": at(0), "failing": None, "disabled": None}
    second = {"webhook": failing.pk, "url": "https://b.example/", "description": "", "events": ["match.ended"]}
    second |= {"made": at(1), "failing": at(2), "disabled": at(5)}
    assert data_of(hers.get("/webhooks")) == [first, second]
    new = {"url": "https://c.example/", "description": "new", "events": ["match.started"]}
    answer = data_of(hers.post("/webhooks", new))
    given = {"webhook": answer["webhook"], "made": answer["made"]}
    assert answer == new | given | {"failing": None, "disabled": None}
    assert problem_of(hers.post("/webhooks", new), 409)["code"] == "too_many_webhooks"

    sent = {"event": "match.turn", "subject": "abc", "status": "sent", "tries": 2, "answer": "204"}
    old = one(Sending, endpoint=healthy, made_at=NOON, ended_at=NOON + DAY, **sent)
    waits = one(Sending, endpoint=healthy, event="match.ended", subject="xyz", answer="", made_at=NOON + 2 * DAY)
    one(Sending, endpoint=failing)
    sendings = f"/webhooks/{healthy.pk}/sendings"
    assert data_of(hers.get(sendings)) == [
        {"id": waits.pk, "type": "match.ended", "subject": "xyz", "status": "queued", "tries": 0, "answer": ""}
        | {"made": at(2), "ended": None},
        {"id": old.pk, "type": "match.turn", "subject": "abc", "status": "sent", "tries": 2, "answer": "204"}
        | {"made": at(0), "ended": at(1)},
    ]
    assert data_of(his.get(sendings)) == []
    assert [hers.post(f"/webhooks/{failing.pk}/{action}").status_code for action in ("test", "resume", "test")] == [
        404, 204, 204,
    ]  # fmt: skip
    for action in ("test", "resume", "delete"):
        problem_of(his.post(f"/webhooks/{healthy.pk}/{action}"), 404)
    assert hers.post(f"/webhooks/{healthy.pk}/delete").status_code == 204
    rest = [second | {"failing": None, "disabled": None}, answer]
    assert data_of(hers.get("/webhooks")) == rest


def test_ratings(anna: User, bob: User, carl: User) -> None:
    User.objects.filter(pk__in=[bob.pk, carl.pk]).update(is_bot=True)
    pools = {
        (pace, kind): one(RatingPool, game_slug="sudoku", is_live=pace == "live", kind=kind)
        for pace, kind in (("days", ""), ("live", ""), ("days", "bots"), ("live", "bots"), ("days", "mirror"))
    }
    other = one(RatingPool, game_slug="digifeud", is_live=False)
    settled = {"deviation": 60.0, "volatility": 0.06, "rated_at": NOON + 10 * DAY, "settled_until": NOON + 99 * DAY}
    loose = settled | {"deviation": 200.4, "settled_until": NOON}
    counts: Facts = {"won": 5, "drawn": 3, "lost": 2}
    one(Rating, pool=pools["days", ""], player=anna, rating=1612.4, **settled, **counts)
    one(Rating, pool=pools["live", ""], player=anna, rating=1700.6, **loose)
    one(Rating, pool=pools["days", "mirror"], player=anna, rating=1500.0, **settled)
    one(Rating, pool=other, player=anna, rating=1400.0, **settled)
    one(Rating, pool=pools["live", "bots"], player=bob, rating=1320.0, **settled)
    for player, rating in ((bob, 1300.0), (carl, 1350.0)):
        one(Rating, pool=pools["days", "bots"], player=player, rating=rating, **settled)

    def told(player: str, rating: int, *paces: str, **more: object) -> Facts:
        usual: Facts = {"player": player, "game": "sudoku", "pace": "".join(paces) or "days", "pool": "people"}
        usual |= {"rating": rating, "deviation": 60, "is_settled": True, "won": 0, "drawn": 0, "lost": 0}
        return usual | more

    visitor = Caller()
    days, mirror = told("anna", 1612, **counts), told("anna", 1500, "mirror")
    live = told("anna", 1701, "live", deviation=200, is_settled=False)
    mine = data_of(visitor.get("/players/anna/ratings"))
    assert mine[0] == told("anna", 1400, game="digifeud")
    assert (sorted(mine[1:3], key=lambda row: row["pace"]), mine[3:]) == ([days, mirror], [live])
    bots = [told("carl", 1350, pool="bots"), told("bob", 1300, pool="bots")]
    tables = {"days": [days], "live": [], "mirror": [mirror], "days?pool=bots": bots}
    for path, rows in (tables | {"live?pool=bots": [told("bob", 1320, "live", pool="bots")]}).items():
        assert data_of(visitor.get(f"/ratings/sudoku/{path}"))["items"] == rows, path
    for path in ("sudoku/mirror?pool=bots", "chess/days"):
        problem_of(visitor.get(f"/ratings/{path}"), 404)


def test_statistics(anna: User, bob: User) -> None:
    rows = [("won", 0, 60), ("won", 1, 61), ("drawn", 0, 100), ("lost", 1, 11), ("running", 0, None), ("void", 0, 7)]
    for day, (outcome, is_live, seconds) in enumerate(rows):
        facts = {"game_slug": "summy", "is_live": bool(is_live), "reply_seconds": seconds, "at": NOON + day * DAY}
        one(Participation, player=anna, opponent=bob, outcome=outcome, left_early=outcome == "lost", **facts)
    one(Participation, player=anna, opponent=bob, game_slug="digifeud", outcome="lost", left_early=True)
    one(Participation, player=bob, opponent=anna, game_slug="sudoku", outcome="won")
    assert data_of(Caller().get("/players/anna/statistics")) == {
        "results": [
            {"game": "digifeud", "won": 0, "drawn": 0, "lost": 1, "running": 0},
            {"game": "summy", "won": 2, "drawn": 1, "lost": 1, "running": 1},
        ],
        "matches": 5,
        "seen_through": 3,
        "reply_over_days": 80.0,
        "reply_live": 36.0,
    }
