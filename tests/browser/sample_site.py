"""A site with content on every kind of page, and the list of those pages."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.serving import Site

MAKE = """
import json
from django.conf import settings
from django.test import Client
from django.utils import timezone
from accounts import services as accounts
from accounts.online import presence
from accounts.models import User
from games.analysis.jobs import ANALYSES
from games.analysis.services import ask
from games.catalogue import games
from games.computers.services import play_on
from games.computers.services import begin_guided
from games.jobs.hooks import DEFAULT
from tests.jobs.running import run_due
from games.lobby.services import make_offer
from games.matches.play import positions, services
from games.matches.time.control import TimeControl
from games.puzzles.models import Run
from games.puzzles.services.selection import choose_all
from games.puzzles.services.runs import start_run, stop
from games.puzzles.services.solving import give_up, try_move
from tests.puzzles.conftest import make_puzzle

game = games()["digifeud"]
three_days = TimeControl.correspondence(days=3)
people = {name: User.objects.create_user(name, password="numbers are fun") for name in ("anna", "bob", "carl")}
people["guest"] = accounts.make_guest()
anna, bob, carl, guest = people.values()
accounts.block(by=anna, of=User.objects.create_user("dora"))
for person in people.values():
    presence.touch(person)

def match(first, second, moves):
    terms = {"game_slug": "digifeud", "options": game.options_type(), "time_control": three_days}
    match = services.start_match(first=first, second=second, **terms)
    for ply in range(1, moves + 1):
        position = positions.replay(match).position
        text = max(map(game.encode, game.legal_moves(position)), key=lambda text: (text != "pass", len(text), text))
        match = services.play_move(match.pk, match.player(position.to_move), ply, text)
    return match

def cookie(person):
    browser = Client()
    browser.force_login(person, settings.AUTHENTICATION_BACKENDS[0])
    return browser.cookies[settings.SESSION_COOKIE_NAME].value

fresh, running, over = match(carl, bob, 0), match(anna, bob, 8), match(bob, anna, 9)
first = begin_guided(guest, "digifeud")
five_plus_eight = {"time_control": TimeControl.live(minutes=5, increment=8)}
live = {"game_slug": "digifeud", "options": game.options_type(), **five_plus_eight}
live = services.start_match(first=carl, second=anna, **live)
services.resign(over.pk, bob)
services.offer_rematch(over.pk, bob)
on = play_on(guest, over.pk, 4, 1)
run_due(DEFAULT)
terms = {"game_slug": "sudoku", "options": games()["sudoku"].options_type(), "time_control": three_days, "rated": True}
for _match in range(2):
    rated = services.start_match(first=anna, second=bob, **terms)
    text = rated.game.encode(next(rated.game.legal_moves(positions.replay(rated).position)))
    rated = services.resign(services.play_move(rated.pk, anna, 1, text).pk, bob)
make_offer(challenger=carl, **terms)
ask(services.find_match(over.pk))
run_due(ANALYSES)
told = services.resign(match(carl, anna, 1).pk, carl)
options = game.options_type()
one, seven = (TimeControl.correspondence(days=days, vacation=True) for days in (1, 7))
make_offer(challenger=carl, game_slug="digifeud", options=options, time_control=one)  # Play now pairs no player with it
make_offer(challenger=carl, game_slug="digifeud", options=options, kind="direct", opponent=anna)
make_offer(challenger=anna, game_slug="digifeud", options=options, time_control=seven)
link = make_offer(challenger=carl, game_slug="digifeud", options=options, kind="link")
own = make_offer(challenger=anna, game_slug="digifeud", options=options, kind="link")
make_puzzle(number=1, for_daily=True)
free = [make_puzzle(number=number, rating=1300) for number in range(2, 9)]
(daily,) = choose_all()
try_move(daily.puzzle, anna, daily.puzzle.best)
try_move(free[0], anna, "pass")
give_up(free[1], anna)
from games.events.models import Event
from games.events.seasons import keep_leagues
from games.events.services import announce_event, enter
from games.events.formats import run
from datetime import timedelta
from core import clock
keep_leagues()
season, waiting = Event.objects.filter(series__key__in=["league-sudoku", "league-tenbyten"]).order_by("game_slug")
for person in (anna, bob, carl):
    enter(season.pk, person)
enter(waiting.pk, anna)
Event.objects.filter(pk=season.pk).update(starts_at=clock.now())
for _run in range(2):
    run(season.pk, clock.now())
others = [User.objects.create_user(name) for name in ("emil", "fred", "gina")]
for person in others:
    presence.touch(person)
cups = {}
for kind, is_live in {"knockout": False, "swiss": False, "arena": True}.items():
    cup = Event(kind=kind, game_slug="summy", starts_at=clock.now() + timedelta(minutes=1), rated=True)
    cup.option_data = games()["summy"].options_type().data()
    cup.time_control = five_plus_eight["time_control"] if is_live else three_days
    cup.lasts = timedelta(minutes=45) if is_live else None
    announce_event(cup)
    for person in [*others, *([] if is_live else [anna])]:
        enter(cup.pk, person)
    Event.objects.filter(pk=cup.pk).update(starts_at=clock.now())
    run(cup.pk, clock.now())
    assert Event.objects.get(pk=cup.pk).state == "running"
    cups[kind] = cup.pk
from tests.clubs.test_clubs import club
circle = club(anna)
for person, role in ((bob, "member"), (carl, "asked")):
    circle.members.create(player=person, role=role)
rivals = club(others[0], "Owls")
team = Event(kind="team", game_slug="summy", starts_at=clock.now() + timedelta(minutes=1), rated=True)
team.club, team.rival, team.option_data = circle, rivals, games()["summy"].options_type().data()
team.time_control = three_days
announce_event(team)
for person in (anna, others[0]):
    enter(team.pk, person)
Event.objects.filter(pk=team.pk).update(starts_at=clock.now())
run(team.pk, clock.now())
party = Event(kind="team", game_slug="summy", starts_at=clock.now() + timedelta(days=1), creator=anna, is_listed=False)
party.time_control, party.option_data = three_days, games()["summy"].options_type().data()
announce_event(party, "Ants", "Bees")
ants, bees = party.teams.all()
enter(party.pk, anna, link=ants.link_key)
from games.classes import services as classes
school = classes.make(anna, "5b", ["Emma", "Finn"], (clock.now() + timedelta(days=30)).date())
classes.make_cards(classes.pupils_of(school))
pupil = classes.pupils_of(school)[0]
people["pupil"] = pupil.user
from games.studies.models import Study
kept = {"name": "A pass", "comment": "Why not?", "sharing": "puzzle", "made_at": clock.now()}
study = Study.objects.create(owner=anna, match=over, begins=3, line=["pass"], **kept)
sprint, ended = (start_run(player, "digifeud", Run.Kind.SPRINT) for player in (anna, guest))
stop(ended)
streak = start_run(anna, "digifeud", Run.Kind.STREAK)
print(json.dumps({
    "cookies": {name: cookie(person) for name, person in people.items()},
    "fresh": fresh.pk, "live": live.pk, "running": running.pk, "over": over.pk, "first": first.pk, "link": link.pk,
    "own": own.pk, "rated": rated.pk, "on": on.pk, "told": told.pk,
    "daily": daily.puzzle_id, "missed": free[0].pk, "shown": free[1].pk,
    "sprint": sprint.pk, "ended": ended.pk, "streak": streak.pk, "season": season.pk, "waiting": waiting.pk, **cups,
    "club": circle.pk, "door": circle.link_key, "team": team.pk, "party": party.pk, "bees": bees.link_key,
    "class": school.pk, "pupil": pupil.pk,
    "study": study.pk,
}))
"""

ANYBODY = """
/ /lobby/ /games/digifeud/ /accounts/signup/ /accounts/login/ /accounts/password/reset/ /accounts/password/reset/done/
/accounts/signup/passkey/ /matches/{running}/ /matches/{running}/fairness/ /matches/{running}/0/ /matches/{running}/5/
/matches/{over}/ /matches/{over}/fairness/ /matches/{over}/9/ /matches/by/anna/ /matches/by/dora/
/matches/by/Computer-1/ /lobby/c/{link}/ /offline/
/matches/{over}/analysis/ /matches/{over}/analysis/3/ /matches/{over}/analysis/3/?move=2 /matches/{told}/analysis/
/history/of/anna/ /history/of/bob/?result=won&against=nobody-here /history/of/anna/against/bob/
/games/tenbyten/ /games/sudoku/ /games/summy/ /games/digifeud/try/1/ /games/tenbyten/try/6/ /games/sudoku/try/3/
/games/summy/try/7/ /games/digifeud/try/8/answer/
/matches/{rated}/ /ratings/ /ratings/sudoku/days/ /fairness/ /matches/{on}/
/puzzles/ /puzzles/{daily}/ /puzzles/{missed}/ /puzzles/past/digifeud/ /puzzles/past/summy/
/puzzles/sprint/digifeud/ /computers/1/ /computers/first/ /events/ /events/{season}/ /events/{waiting}/
/events/{knockout}/ /events/{swiss}/ /events/{arena}/
/clubs/ /clubs/{club}/ /clubs/join/{door}/ /studies/{study}/ /events/{team}/ /classes/ /classes/card/
/events/{party}/ /events/team/{bees}/
"""
PLAYER = """
/lobby/ /lobby/?opponent=bob /matches/{running}/ /matches/{running}/8/ /matches/{running}/resign/ /matches/{over}/
/matches/{over}/0/ /matches/by/anna/ /matches/by/bob/ /lobby/c/{link}/ /lobby/c/{own}/ /accounts/settings/
/accounts/delete/ /accounts/email/ /accounts/password/change/ /accounts/logout/
/notifications/ /notifications/preferences/ /social/followers/ /social/followers/?show=followed
/history/ /history/read/
/matches/{rated}/ /ratings/ /ratings/sudoku/days/ /ratings/sudoku/days/?find=bob /ratings/sudoku/days/?period=month
/social/chat/{running}/ /social/chat/{over}/ /social/report/?match={running} /social/report/?player=bob
/matches/{running}/?chat=open
/puzzles/ /puzzles/{daily}/ /puzzles/{missed}/ /puzzles/{shown}/ /puzzles/past/digifeud/
/puzzles/sprint/digifeud/ /puzzles/streak/digifeud/ /puzzles/run/{sprint}/ /puzzles/run/{streak}/
/events/ /events/{season}/ /events/{waiting}/
/events/{knockout}/ /events/{swiss}/ /events/{arena}/ /events/{waiting}/enter/ /events/{arena}/enter/ /events/new/
/clubs/ /clubs/new/ /clubs/{club}/?game=sudoku /clubs/{club}/edit/ /studies/ /studies/{study}/
/studies/{study}/delete/ /events/{team}/ /events/{party}/ /events/team/{bees}/
/events/new/?club={club} /clubs/{club}/report/
/classes/ /classes/new/ /classes/{class}/ /classes/{class}/pupils/{pupil}/ /classes/{class}/delete/
"""
PUPIL = """
/ /accounts/settings/ /games/summy/ /puzzles/
"""
GUEST = """
/lobby/ /matches/{running}/ /matches/{first}/ /matches/{on}/ /matches/{on}/fairness/ /lobby/c/{link}/
/accounts/settings/ /accounts/delete/
/accounts/signup/ /accounts/signup/passkey/ /accounts/login/ /accounts/logout/ /puzzles/ /puzzles/{daily}/
/puzzles/run/{ended}/
"""
NOWHERE = (
    "/nowhere/ /matches/0000000000/ /matches/{running}/99/ /matches/by/nobody/ /lobby/c/nothing/ /games/digifeud/try/9/"
    " /puzzles/0000000000/ /puzzles/past/chess/ /clubs/join/nothing/ /classes/0000000000/"
)


@dataclass(frozen=True)
class SampleSite:
    """Session cookies by name, and every page with the name of its viewer ("" for a visitor)."""

    cookies: dict[str, str]
    pages: list[tuple[str, str]]
    missing: list[tuple[str, str]]
    running: str


def build_sample_site(site: Site) -> SampleSite:
    """Fill an empty site with people, offers and matches."""
    made = json.loads(site.manage("shell", "-c", MAKE).splitlines()[-1])
    paths = {"": ANYBODY, "anna": PLAYER, "guest": GUEST, "pupil": PUPIL}
    pages = [(who, path) for who, listed in paths.items() for path in listed.format(**made).split()]
    pages += [("anna", f"/matches/{made['live']}/"), ("carl", f"/matches/{made['fresh']}/")]
    missing = [("", path) for path in NOWHERE.format(**made).split()]
    return SampleSite(made["cookies"], pages, missing, made["running"])
