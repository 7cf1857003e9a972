"""Pages about other players, as a whole: who and what they list, in which order, and where each word leads.

What they say is in `test_whole_pages.txt`; see `tests/page_lines.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time, timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.hooks import PageNews
from accounts.models import User
from accounts.services import block
from games.clubs.models import Club, Member
from games.computers.services import find_computer
from games.discovery import sitemaps
from games.discovery.models import CalendarAddress
from games.history.models import Participation, Record
from games.lobby.models import Offer, Standing
from games.matches.models import Match
from games.notifications.channels import push
from games.notifications.channels.mail import token_of
from games.notifications.hooks import kinds, words_of
from games.notifications.models import Delivery, Device, Notification, Preferences
from games.notifications.partials import TOAST
from games.notifications.services import notify
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.social.following import follow, mute
from games.social.models import Message
from games.webhooks.models import Endpoint, Sending
from tests.alike import one
from tests.page_lines import Texts

pytestmark = pytest.mark.django_db
SignedIn = Callable[[User], Client]
Facts = dict[str, Any]  # of any type
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(1), timedelta(hours=1), timedelta(minutes=1)
LIVE: Facts = {"time_kind": "fischer", "base": 5 * MINUTE, "increment": timedelta(seconds=8)}
DAYS: Facts = {"time_kind": "correspondence", "base": 3 * DAY, "option_data": {}}
# Keys of players and challenges
says = Texts(
    __file__, changing=r"(?<=about=)\d+|(?<=player-)\d+|(?<=:player:)\d+|(?<=/)[\w-]{16}(?=/)|(?<={link-)[\w-]{16}(?=:)"
)


def check(name: str, *pages: tuple[Client, str]) -> None:
    """Compare these pages with what is kept, each by its address and, after a #, the name of a part of it.

    Of one that was seen before, by anyone or with another query, the text is what differs.
    """
    seen = dict[str, str]()
    for browser, address in pages:
        path, _, part = address.partition("#")
        key = browser.session.get("_auth_user_id")
        answer = browser.get(path)
        name_of_all = f"{name}: {User.objects.get(pk=key) if key else 'visitor'} {address} {answer.status_code}"
        text = answer.content.decode()
        is_there = part in ("", "head") or f'id="{part}"' in text
        if "html" in answer.headers["Content-Type"] and is_there:
            former = seen.setdefault(f"{path.partition('?')[0]}#{part}", name_of_all)
            says(name_of_all, text, part or "main", since=former if former != name_of_all else "")
        else:
            says.keep(name_of_all, text.splitlines() if is_there else ["nothing"])


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def dora(db: None) -> User:
    """Return a player between whom and anna there is a block."""
    return User.objects.create_user("dora")


@pytest.fixture
def robo(db: None) -> User:
    return User.objects.create_user("robo", is_bot=True)


@pytest.fixture
def begun() -> Callable[..., Match]:
    """Return what makes a match by days with a key, each due a minute after the one before."""
    minutes = count()

    def make(key: str, first: User, second: User, slug: str = "digifeud", **more: object) -> Match:
        due = NOON + DAY + next(minutes) * MINUTE
        terms = DAYS | {"started_at": NOON - DAY, "moved_at": NOON - HOUR, "deadline_at": due} | more
        return one(Match, pk=key, first=first, second=second, game_slug=slug, **terms)

    return make


def rate(player: User, rating: float, slug: str = "sudoku", kind: str = "", **more: object) -> Rating:
    """Give a player a rating by days that is settled."""
    pool, _new = RatingPool.objects.get_or_create(game_slug=slug, is_live=False, kind=kind)
    facts: Facts = {"deviation": 60.0, "volatility": 0.06, "rated_at": NOON, "settled_until": NOON + DAY, "won": 3}
    return one(Rating, pool=pool, player=player, rating=rating, **facts | {"lost": 2} | more)


def test_people(
    anna: User, bob: User, carl: User, dora: User, robo: User, begun: Callable[..., Match], signed_in: SignedIn
) -> None:
    block(by=dora, of=anna)
    for by, of in ((bob, anna), (carl, anna), (dora, bob), (anna, bob), (anna, robo)):
        follow(by, of)
    mute(anna, carl)
    User.objects.filter(pk__in=[anna.pk, bob.pk, dora.pk]).update(seen_at=NOON)
    for player, rating in ((anna, 1500.0), (bob, 1400.0), (carl, 1560.0), (dora, 1501.0), (find_computer(1), 1502.0)):
        rate(player, rating)
    one(Message, pk=7001, match=begun("both", anna, bob), author=bob, room="players", text="Grr", phrase="")
    hers, carls, visitor = signed_in(anna), signed_in(carl), Client()
    pages = ["followers/", "followers/?show=followed", "report/?player=bob", "report/?match=both"]
    pages = [f"/social/{path}" for path in (*pages, "report/?message=7001")]
    pages += [f"/lobby/players/{query}" for query in ("", "?name=b", "?show=near", "?show=friends", "?name=zoe")]
    pages += [f"/matches/by/{name}/" for name in ("bob", "robo", "anna", "carl")]
    check(
        "people",
        *((hers, path) for path in pages),
        *((carls, path) for path in ("/social/report/?match=both", "/social/followers/", "/matches/by/bob/")),
        *((visitor, path) for path in ("/matches/by/bob/", "/lobby/players/")),
    )


def test_settings(anna: User, bob: User, carl: User, dora: User, signed_in: SignedIn) -> None:
    left = User.objects.create_user("left", is_active=False)
    for other in (carl, bob, left):
        follow(anna, other)
    for other in (dora, left):
        mute(anna, other)
    one(Preferences, user=anna, off=["turn-mail"], no_mail=True, quiet_from=time(23), quiet_to=time(7, 30))
    for key, name in ((7001, "Firefox"), (7002, "")):
        one(Device, pk=key, user=anna, name=name, endpoint=f"https://push.example/{key}")
    Device.objects.update(made_at=NOON - 9 * DAY)
    healthy = {"url": "https://a.example/", "description": "my bot", "events": ["match.turn", "match.ended"]}
    failing = {"url": "https://b.example/", "description": "", "events": ["gone"], "failing_since": NOON}
    for key, facts in ((7001, healthy), (7002, failing), (7003, failing | {"disabled_at": NOON})):
        endpoint = one(Endpoint, pk=key, user=anna, **facts)
        one(Sending, endpoint=endpoint, event="match.turn", subject="abc", answer="503")
        one(Sending, endpoint=endpoint, event="match.ended", subject="xyz", answer="", status="sent")
    hers, his = signed_in(anna), signed_in(bob)
    parts = [f"/accounts/settings/#{part}" for part in ("social", "notifications", "calendar", "webhooks")]
    check("settings", *((hers, path) for path in (*parts, "/webhooks/")), *((his, path) for path in parts[:2]))
    out = f"/notifications/unsubscribe/{token_of(anna)}/"
    says("unsubscribe: asked", Client().get(out), TOKEN=token_of(anna))
    says("unsubscribe: done", Client().post(out))


def test_lobby(
    anna: User, bob: User, carl: User, dora: User, robo: User, begun: Callable[..., Match], signed_in: SignedIn
) -> None:
    block(by=anna, of=dora)
    guest = User.objects.create_user("guest", is_guest=True)
    User.objects.exclude(pk=carl.pk).update(seen_at=NOON)
    club, other = one(Club, pk="dozen", name="The Dozen"), one(Club, pk="other", name="Others")
    for player in (anna, bob, dora):
        one(Member, club=club, player=player, role=Member.Role.MEMBER)
    follow(anna, bob)
    follow(anna, carl)
    for player, slug, rating, until in ((anna, "sudoku", 1500.0, DAY), (bob, "sudoku", 1600.0, DAY)):
        rate(player, rating, slug, settled_until=NOON + until)
    rate(bob, 1450.4, "summy", settled_until=NOON)
    minutes = count()

    def offer(key: str, challenger: User, slug: str = "sudoku", **more: object) -> None:
        terms = DAYS | {"made_at": NOON - HOUR - next(minutes) * MINUTE} | more
        one(Offer, pk=key, challenger=challenger, game_slug=slug, **terms)

    offer("to-anna", bob, kind="direct", opponent=anna, rated=True, standing=True)
    offer("from-dora", dora, kind="direct", opponent=anna)
    offer("of-dora", dora)
    offer("to-carl", anna, "summy", kind="direct", opponent=carl, starts="challenger", **LIVE)
    offer("by-anna", anna, rated=True, flexible=True, closes_at=NOON + MINUTE, made_at=NOON - MINUTE, **LIVE)
    offer("link", anna, kind="link", starts="opponent", rated=True)
    offer("link-over", anna, "digifeud", kind="link", status="withdrawn", closed_at=NOON)
    offer("to-club", bob, "tenbyten", kind="club", club=club)
    offer("by-dora", dora, kind="club", club=club)
    offer("elsewhere", carl, kind="club", club=other)
    offer("old", bob, made_at=NOON - 2 * HOUR, rated=True)
    offer("latest", bob, "summy", rated=True, made_at=NOON - MINUTE)
    offer("away", carl, made_at=NOON - MINUTE, starts="opponent", rests=True)
    offer("guests", guest, **LIVE)
    offer("robots", robo, "digifeud", rated=True)
    played: Facts = {"ply": 5, "first_points": 7, "second_points": 9}
    begun("hers", anna, bob, to_move=1, **played)
    begun("his", anna, carl, "summy", to_move=2, moved_at=NOON, **played)
    begun("theirs", bob, carl, **played)
    begun("begun", carl, bob, "sudoku", ply=1, moved_at=NOON - MINUTE)
    begun("stale", bob, carl, "sudoku", ply=9, moved_at=NOON - 2 * DAY, started_at=NOON - 9 * DAY)
    pip = find_computer(1)
    pairs = (("g1", guest, pip, 1), ("g2", pip, guest, 2), ("c1", pip, carl, 3), ("c2", carl, pip, 60))
    for key, first, second, ago in pairs:
        begun(key, first, second, "summy", ply=3, moved_at=NOON - ago * MINUTE)
    hers, his, doras, visitor = signed_in(anna), signed_in(bob), signed_in(dora), Client()
    links = [f"/lobby/c/{key}/" for key in ("link", "link-over", "to-anna")]
    forms = [f"/lobby/new/{query}" for query in ("?opponent=bob&standing=1", "?game=tenbyten&club=dozen")]
    check(
        "lobby",
        *((hers, path) for path in ("/lobby/", "/lobby/?game=sudoku&pace=days", *links, *forms)),
        *((his, path) for path in ("/lobby/#mine", "/lobby/#waiting", *links)),
        *((hers, f"/matches/by/bob/#{part}") for part in ("offers-of", "played-now")),
        *((browser, "/clubs/dozen/#club-offers") for browser in (hers, his)),
        *((doras, path) for path in ("/lobby/", links[0], "/matches/by/anna/#offers-of")),
        *((visitor, path) for path in ("/#alive", "/matches/by/anna/#offers-of")),
        (signed_in(guest), "/lobby/"),
        *((visitor, path) for path in ("/lobby/?game=sudoku&pace=live", *links[:2], "/lobby/new/")),
    )
    chosen = {"option-directions": "4", "option-operators": "+-", "kind": "link", "time": "own", "minutes": "7"}
    chosen |= {"seconds": "9", "strict": "on", "rated": "casual", "starts": "opponent", "handicap": "opponent"}
    chosen |= {"given": "4"}
    way = his.post("/lobby/offer/", {"game": "digifeud"} | chosen).headers["Location"]
    check(
        "challenge", *((his, path) for path in (way, "/lobby/new/", "/lobby/new/?game=sudoku&opponent=carl&standing=1"))
    )


def test_notifications(anna: User, bob: User, carl: User, begun: Callable[..., Match], signed_in: SignedIn) -> None:
    over = begun("over", anna, carl, winner=1, ending="played", finished_at=NOON, deadline_at=None)
    of_hers: Facts = {"match": begun("hers", anna, bob, ply=4), "other": bob, "game_slug": "digifeud", "ply": 4}
    of_over: Facts = {"match": over, "other": carl, "game_slug": "digifeud"}
    told: list[tuple[str, float, Facts]] = [
        ("turn", 50, of_hers | {"seen_at": NOON - 2 * MINUTE}),
        ("reminder", 40, of_hers | {"mark": "half"}),
        ("nudge", 30, of_hers),
        ("message", 20, of_hers),
        ("over", 10, of_over),
        ("challenge", 9, {"other": bob, "game_slug": "summy"}),
        ("call", 8, of_over),
        ("webhook", 7, {}),
        ("test", 6, {}),
        ("gone", 5, {"seen_at": NOON}),
        ("challenge", 0.5, {"game_slug": "summy"}),
    ]
    rows = {}
    for event, ago, facts in told:
        plain: Facts = {"match": None, "other": None, "game_slug": "", "mark": "", "made_at": NOON - ago * MINUTE}
        rows[event] = one(Notification, user=anna, event=event, **plain | facts)
        one(Notification, user=bob, event=event, **plain)
    plain = {"user": anna, "reason": "", "detail": "", "place": "", "due_at": NOON, "ended_at": NOON}
    for event, channel, status, more in (
        ("test", "mail", "sent", {"place": "anna@example.org"}),
        ("test", "push", "queued", {"due_at": NOON + MINUTE, "reason": "quiet", "ended_at": None}),
        ("nudge", "push", "failed", {"reason": "gone"}),
        ("nudge", "former", "failed", {}),
        ("webhook", "mail", "stale", {}),
        ("challenge", "mail", "sending", {"ended_at": None}),
        ("over", "mail", "seen", {}),
    ):
        one(Delivery, notification=rows[event], channel=channel, status=status, event=event, **plain | more)
    check("notifications", (signed_in(anna), "/notifications/"), (signed_in(carl), "/notifications/"))
    new = Notification.objects.filter(user=anna, seen_at=None).order_by("pk")
    assert [*new.values_list("event", flat=True)] == ["test", "challenge"]
    assert not Notification.objects.filter(user=bob, seen_at=NOON).exists()


def test_kinds_of_notification(
    anna: User, bob: User, begun: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each says, as a toast and by push; after how many minutes it comes by which way, and how urgent it is."""
    sent: list[str] = []
    monkeypatch.setattr(push, "send", lambda _device, _words, **how: sent.append(" ".join(map(str, how.values()))))
    device = one(Device, user=anna)
    one(EmailAddress, user=anna, verified=True)
    match, lines = begun("hers", anna, bob, ply=4, moved_at=NOON), list[str]()
    for kind in kinds:
        notify(anna, kind.key, "7001.1", match=match, ply=4, other=bob, game_slug="digifeud")
        told = Notification.objects.get(event=kind.key)
        words = words_of(told, NOON)
        toast = TOAST.of(PageNews({}, {"notification": told.pk}), anna)
        calls = "" if toast is None else " toast calls" if "data-calls" in toast.html else " toast"
        due = {one.channel: (one.due_at - told.made_at) / MINUTE for one in told.deliveries.order_by("pk")}
        sent.clear()
        push.PushChannel().send([Delivery(notification=told, device=device)], NOON)
        ways = " ".join(f"{channel} {minutes:g}" for channel, minutes in due.items())
        lines.append(f"{kind.key}: {words.title} | {words.body} | {words.path} | {ways} |{calls} | {sent[0]}")
    says.keep("kinds", lines)


def test_ratings(
    anna: User, bob: User, carl: User, dora: User, robo: User, begun: Callable[..., Match], signed_in: SignedIn
) -> None:
    guest, left = User.objects.create_user("guest", is_guest=True), User.objects.create_user("left", is_active=False)
    people = (anna, bob, carl, dora, find_computer(1), guest, left)
    follow(anna, carl)
    for number, player in enumerate(people):
        rating = rate(player, 1500.0 + 10 * number, "digifeud", drawn=number)
        if number < 5:
            one(Score, player=player, game_slug="digifeud", total=100 - 20 * (number % 3))
        ends = ((1, "won", 1520.0), (6, "lost", 1491.0), (9, "drawn", 1503.0), (40, "won", 1550.0))
        for days, outcome, after in ends:
            at = NOON - days * DAY
            match = begun(f"m{number}-{days}", player, people[number - 1], rated=True, finished_at=at)
            facts: Facts = {"rating_before": 1500.0, "deviation_before": 60.0, "deviation_after": 59.0, "score": 5}
            facts |= {"opponent_rating": 1490.0 + number, "opponent_deviation": 50.0, "chance": 0.4, "why": ""}
            one(RatingChange, match=match, rating=rating, at=at, outcome=outcome, rating_after=after + number, **facts)
    Rating.objects.filter(player=dora).update(settled_until=NOON, deviation=150.0)
    for slug, won in (("digifeud", 1), ("summy", 4)):
        pool = one(RatingPool, game_slug=slug, is_live=True, kind="")
        one(Rating, pool=pool, player=anna, rating=1555.0, deviation=150.0, rated_at=NOON, settled_until=None, won=won)
    rate(anna, 1400.0, kind="mirror")
    rate(robo, 1300.0, "digifeud", "bots")
    hers, visitor, table = signed_in(anna), Client(), "/ratings/digifeud/days/"
    queries = ("", "?period=month", "?friends=1", "?friends=1&period=week", "?find=dora", "?find=a")
    tables = [f"/ratings/{path}" for path in ("", "digifeud/live/", "sudoku/mirror/")]
    check(
        "ratings",
        *((hers, f"{table}{query}") for query in queries),
        *((hers, path) for path in (*tables, f"{table}bots/")),
        *((visitor, path) for path in ("/ratings/bots/", "/matches/by/dora/#standings")),
        *((visitor, f"/matches/by/anna/?{query}#standings") for query in ("", "chart=sudoku-mirror", "period=30")),
    )
    for name, way in {"carl": "?page=1#", "Computer-1": "#"}.items():
        answer = hers.get(f"{table}?find={name}")
        assert re.sub(r"\d+$", "", answer.headers["Location"]) == f"{table}{way}player-"


def test_results(anna: User, bob: User, carl: User, begun: Callable[..., Match], signed_in: SignedIn) -> None:
    turned = {"won": "lost", "lost": "won"}
    for number, (outcome, slug, rival, ending) in enumerate(
        [
            ("won", "sudoku", bob, "played"),
            ("lost", "sudoku", bob, "time"),
            ("drawn", "digifeud", carl, "played"),
            ("void", "summy", bob, "aborted"),
            ("won", "sudoku", bob, "resigned"),
        ]
    ):
        at, winner = NOON - number * 7 * DAY, {"won": 1, "lost": 2}.get(outcome)
        facts: Facts = {"winner": winner, "ending": ending, "finished_at": at, "ply": 20 + number, "deadline_at": None}
        match = begun(f"over{number}", anna, rival, slug, first_points=30 + number, second_points=20, **facts)
        facts = {"game_slug": slug, "is_live": number == 2, "rated": number == 0, "at": at}
        facts |= {"reply_seconds": 60 * (number + 1)}
        for player, other, result in ((anna, rival, outcome), (rival, anna, turned.get(outcome, outcome))):
            early = number == 1 and player == anna
            one(Participation, match=match, player=player, opponent=other, outcome=result, left_early=early, **facts)
        if number in (0, 2):
            facts = {"rating_before": 1500.0, "rating_after": 1492.0 + 12 * number, "opponent_rating": 1533.4}
            one(RatingChange, match=match, rating=rate(anna, 1500.0, slug), at=at, outcome=outcome, **facts)
    for kind, value, text in (("win", 7, ""), ("turn", 61, ""), ("sum", 9, "1 + 2 * 3")):
        one(Record, player=anna, game_slug="sudoku", kind=kind, value=value, text=text, match=match, ply=3)
    running = begun("runs", bob, anna, "summy", ply=3, to_move=2)
    for player, other in ((anna, bob), (bob, anna)):
        facts = {"game_slug": "summy", "outcome": "running", "at": NOON - DAY, "reply_seconds": None}
        one(Participation, match=running, player=player, opponent=other, **facts)
    for key, other, ended in ((7001, bob, None), (7002, bob, NOON), (7003, carl, None)):
        facts = {"game_slug": "summy", "match": begun(f"s{key}", anna, other), "ended_at": ended}
        one(Standing, pk=key, first=anna, second=other, **facts)
    hers, visitor = signed_in(anna), Client()
    queries = ["", "?game=sudoku&result=won", "?pace=days&stakes=casual&against=bob"]
    queries += ["?since=2026-10-19&until=2026-10-25", "?result=odd&against=zoe", "?since=2026-10-25&until=2026-10-19"]
    between = [f"/history/of/{pair}/" for pair in ("anna/against/bob", "bob/against/anna", "carl/against/bob")]
    check(
        "results",
        *((hers, f"/history/of/anna/{query}") for query in queries),
        *((hers, path) for path in ("/history/", *between, "/matches/by/bob/#us-two", "/matches/by/carl/#us-two")),
        *((visitor, path) for path in ("/history/of/bob/#rows", "/matches/by/anna/#figures")),
        *((signed_in(carl), path) for path in ("/matches/by/anna/#matches", "/history/")),
    )
    one(CalendarAddress, user=anna, token="secret")
    one(CalendarAddress, user=bob, token="other")
    one(Offer, pk="link", challenger=anna, kind="link", game_slug="sudoku", **DAYS)
    findable: dict[str, Facts] = {"guest": {"is_guest": True}, "left": {"is_active": False}, "here": {"seen_at": NOON}}
    for name, facts in findable.items():
        User.objects.create_user(name, is_findable=True, **facts)
    User.objects.filter(pk=carl.pk).update(is_findable=True)
    assert [path for path, _at in sitemaps._players()] == ["/matches/by/here/", "/matches/by/carl/"]
    ends = [(f"/matches/over{number}/", NOON - number * 7 * DAY) for number in (0, 1, 2, 4)]
    assert [*sitemaps.latest_matches()] == ends
    heads = ["/", "/lobby/", "/games/sudoku/", "/ratings/sudoku/days/", "/events/", "/help/", "/matches/runs/"]
    heads += ["/matches/by/anna/", "/matches/by/carl/", "/nl/matches/over0/", "/lobby/players/", "/lobby/c/link/"]
    files = ["/calendar/secret.ics", "/calendar/other.ics", "/feeds/players/anna.atom", "/robots.txt"]
    check(
        "discovery",
        *((Client(), f"{path}#head") for path in heads),
        (hers, "/matches/by/anna/#head"),
        *((Client(), path) for path in (*files, "/embed/matches/over0/", "/embed/matches/runs/")),
    )
