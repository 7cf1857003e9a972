"""Events in browsers: a league by phone, an arena of four pages, a cup that is won, and a deal of the day to share."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from games.digifeud.model.board import DigifeudOptions
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers
from tests.browser.devices import DESKTOP, PHONE
from tests.browser.input_methods import finger, mouse, resign
from tests.browser.playing import Player
from tests.browser.test_against_computers import play_digifeud_to_the_end
from tests.serving import Site

LEAGUE = """
import json
from accounts.models import User
from core import clock
from games.events.models import Event
from games.events.seasons import keep_leagues
from games.events.services import enter
keep_leagues()
season = Event.objects.get(series__key="league-tenbyten", state=Event.State.OPEN)
for number in range(5):
    enter(season.pk, User.objects.create_user(f"member{number}"))
print(json.dumps(season.pk))
"""
BEGIN = """
import json
from django.db import transaction
from core import clock
from games.events.formats import run
from games.events.models import Event
from games.events.services import changed, locked
Event.objects.filter(pk="{0}").update(starts_at=clock.now())
for _time in range(2):
    run("{0}", clock.now())
print(json.dumps(""))
"""
ARENA = """
import json
from datetime import timedelta
from core import clock
from games.catalogue import games
from games.events.models import Event
from games.events.services import announce_event
from games.matches.time.control import USUAL_LIVE
arena = Event(kind="arena", game_slug="tenbyten", starts_at=clock.now(), lasts=timedelta(minutes=45))
arena.option_data = games()["tenbyten"].options_type().data()
arena.time_control = USUAL_LIVE
print(json.dumps(announce_event(arena).pk))
"""
CUP = """
import json
from datetime import timedelta
from core import clock
from games.catalogue import games
from games.events.models import Event
from games.events.services import announce_event
from games.matches.time.control import USUAL_CORRESPONDENCE
cup = Event(kind="knockout", game_slug="digifeud", name="Cup of the phones", starts_at=clock.now() + timedelta(hours=1))
cup.option_data = games()["digifeud"].options_type().data()
cup.time_control = USUAL_CORRESPONDENCE
print(json.dumps(announce_event(cup).pk))
"""
PARTY = """
import json
from datetime import timedelta
from accounts.models import User
from core import clock
from games.catalogue import games
from games.events.models import Event
from games.events.services import announce_event
from games.matches.time.control import USUAL_CORRESPONDENCE
party = Event(kind="team", game_slug="summy", starts_at=clock.now() + timedelta(hours=1), is_listed=False)
party.creator = User.objects.get(username="kara")
party.option_data = games()["summy"].options_type().data()
party.time_control = USUAL_CORRESPONDENCE
print(json.dumps(announce_event(party, "The Ants", "The Bees").teams.get(number=1).link_key))
"""
DEALS = """
import json
from games.daily.services import make_deals
make_deals()
print(json.dumps(""))
"""
SHARED = "navigator.share = async text => { document.body.dataset.sent = JSON.stringify(text); };"


def told(site: Site, script: str) -> str:
    """Run a script on the site's data, and return what it tells."""
    answer: str = json.loads(site.manage("shell", "-v0", "-c", script).splitlines()[-1])
    return answer


def enter(page: Page, path: str) -> None:
    """Take part in an event from its page."""
    page.goto(path)
    page.get_by_role("button", name="Take part").click()
    expect(page.locator("#event-entry")).to_contain_text("You take part.")


@pytest.mark.thorough  # by default: tests/events, and a page that is told in the story of a team
def test_anna_joins_a_league_by_phone_and_the_table_changes_while_bob_looks(newcomer: Newcomers, site: Site) -> None:
    path = f"/events/{(key := told(site, LEAGUE))}/"
    anna, bob = newcomer("anna", "/events/", device=PHONE), newcomer("bob", "", device=DESKTOP)
    anna.locator("#events .leagues").get_by_role("button", name="Take part: 10 BY 10 league").click()
    expect(anna).to_have_url(f"{site.url}{path}")
    enter(bob, path)
    told(site, BEGIN.format(key))

    ahead = bob.locator("#event-divisions").get_by_role("row").filter(has_text="bob")
    expect(ahead).to_contain_text("1 to 7")
    anna.locator(".your-matches").get_by_role("link", name="bob").click()
    resign(anna)
    expect(ahead.locator("strong")).to_have_text("1")
    anna.get_by_role("link", name="To the event").first.click()
    expect(anna.locator("#event-entry")).to_contain_text("5 matches open")


def test_who_is_taken_out_of_a_team_is_told_and_has_no_link_any_more(newcomer: Newcomers, site: Site) -> None:
    kara, leon = newcomer("kara", "", device=DESKTOP), newcomer("leon", "", device=PHONE)
    leon.goto(f"/events/team/{told(site, PARTY)}/")
    leon.get_by_role("button", name="Play for The Ants").click()
    link = leon.get_by_role("heading", name="The link of your team")
    expect(link).to_be_visible()

    kara.goto(leon.url)
    kara.get_by_text("Take a player out").click()
    kara.get_by_role("button", name="Take out leon").click()
    expect(kara.get_by_text("leon no longer takes part.")).to_be_visible()
    expect(leon.locator("#toasts")).to_contain_text("kara took you out of The Ants – The Bees.")
    expect(leon.locator("#event-entry")).to_contain_text("Open the link of your team.")
    expect(link).to_be_hidden()


@pytest.mark.thorough
def test_four_pages_of_an_arena_lead_to_matches_by_themselves(newcomer: Newcomers, site: Site) -> None:
    path = f"/events/{told(site, ARENA)}/"
    pages = [newcomer(name, device=PHONE if name == "carl" else DESKTOP) for name in ("carl", "dora", "emma", "fred")]
    for page in pages:
        enter(page, path)
    for page in pages:
        page.wait_for_url("**/matches/*/")


@pytest.mark.thorough
def test_a_cup_is_won_by_phone(newcomer: Newcomers, site: Site) -> None:
    path = f"/events/{(key := told(site, CUP))}/"
    gina, hans = newcomer("gina", device=PHONE), newcomer("hans", device=DESKTOP)
    enter(gina, path)
    enter(hans, path)
    told(site, BEGIN.format(key))

    hans.get_by_role("link", name="Play gina", exact=True).click()
    gina.get_by_role("link", name="Play hans", exact=True).click()
    first = gina if gina.locator("#match_view").get_attribute("data-turn") == "mine" else hans
    Player("first", first, [finger if first is gina else mouse], options=DigifeudOptions()).play()
    resign(hans)
    expect(gina.locator("#end").get_by_role("heading", name="You win!")).to_be_visible()
    gina.get_by_role("link", name="To the event").first.click()
    told(site, BEGIN.format(key))
    expect(gina.locator("#event-head")).to_contain_text("Over")
    expect(gina.locator("#event-entry")).to_contain_text("Your place: 1")
    assert axe_in_story(gina) == []


@pytest.mark.thorough
@pytest.mark.own_windows
def test_the_deal_of_the_day_is_played_by_phone_and_shared(newcomer: Newcomers, site: Site) -> None:
    told(site, DEALS)
    ida = newcomer("ida", device=PHONE)
    ida.add_init_script(SHARED)
    ida.goto("/today/")
    ida.get_by_role("link", name="Play: Digifeud").click()
    ida.get_by_role("button", name="Play the deal").click()
    play_digifeud_to_the_end(ida)
    ida.goto("/today/")
    ida.get_by_role("button", name="Share").click()
    assert "Digifeud" in ida.evaluate("document.body.dataset.sent")
