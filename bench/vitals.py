"""Core web vitals on a phone of 390 by 664: pages of a site with people, then a whole live match of each game.

Each page is opened in a window without a cache; the figures are medians of three visits. A match counts from the first
move to the last, once on the phone and once at a desk. The moves of the opponent come as requests: another window here
would share the processors, which that of an opponent does not.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from statistics import median

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from games.catalogue import games
from games.rules import Seat
from tests.browser.chromium import QUIET, browser_program
from tests.browser.devices import DESKTOP, MOVING, Device, small
from tests.browser.stories import Story, post, start
from tests.browser.vitals import OBSERVE, Vitals, lay_and_play
from tests.serving import Site, running

VISITS = 3
PHONE = small(390, 664) | MOVING
DEVICES: dict[str, Device] = {"phone": PHONE, "desk": DESKTOP | MOVING | {"has_touch": True}}
CALM = 600  # milliseconds in which a page comes to rest, and an interaction is painted
HASTE = 300  # milliseconds from one press of a quick player to the next
DAILY = """
from games.puzzles.models import Daily
from games.puzzles.services.stock import load_packs
load_packs()
print(Daily.objects.first().puzzle_id)
"""
BOARD = ("#rack .tile:not(.used) >> nth=0", "#board td:not(:has(.tile)) >> nth=0")
PRESSES = {  # what is tapped on a page, so that there are interactions to measure
    "front": ("summary >> nth=0", "label.pause:visible >> nth=0"),
    "lobby": ("label:has-text('Correspondence')", "label:has-text('People')", "#filter summary"),
    "rules": ("h1",),
}


def main() -> None:
    """Print the figures of all pages, then of the matches."""
    parser = argparse.ArgumentParser(prog="script/bench vitals", description=__doc__)
    parser.add_argument("--turns", type=int, default=1000, help="of each match at most; 0 for pages alone")
    turns = parser.parse_args().turns
    with (
        running(Path(os.environ["BENCH_FOLDER"]), env={"PUZZLE_STOCK": "1"}) as site,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=browser_program(), args=QUIET) as browser,
    ):
        site.manage("demo")
        daily = site.manage("shell", "--verbosity", "0", "--command", DAILY).strip()
        paths = {"front": "/", "lobby": "/lobby/", "rules": "/games/digifeud/", "puzzle": f"/puzzles/{daily}/"}
        print(f"{'':22} {'paint':>8} {'press':>8} {'shift':>6}")
        for name, path in paths.items():
            show(name, [visit(browser, site, path, "", PRESSES.get(name, BOARD)) for _visit in range(VISITS)])
        for slug in games():
            match, sessions = start(site, slug, [])
            path = f"/matches/{match}/"
            show(f"{slug}, opened", [visit(browser, site, path, sessions[0], BOARD) for _visit in range(VISITS)])
            for name, device in DEVICES.items() if turns else ():
                show(f"{slug}, {name}", [play(browser, site, slug, device, turns)])


def show(name: str, visits: list[Vitals]) -> None:
    """Print the medians of these visits, of shifts the largest, and what moved."""
    paint, press = (median(map(by, visits)) for by in (lambda one: one.largest_paint, lambda one: one.press))
    shift = max(one.shift for one in visits)
    print(f"{name:22} {paint:>5.0f} ms {press:>5.0f} ms {shift:>6.2f}", flush=True)
    for one in visits:
        if one.shift:
            print(*one.moved, sep="\n")


def open_page(browser: Browser, site: Site, path: str, session: str, device: Device) -> Page:
    """Open a page in a window of its own, as the player of this session, or as a visitor."""
    whole: Device = {**device, "locale": "en-GB", "base_url": site.url}
    context = browser.new_context(**whole)
    context.set_default_timeout(60_000)
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    context.add_init_script(OBSERVE)
    page = context.new_page()
    page.goto(path)
    page.wait_for_timeout(CALM)
    return page


def visit(browser: Browser, site: Site, path: str, session: str, presses: tuple[str, ...]) -> Vitals:
    """Open a page, tap what there is of these, and return its figures."""
    page = open_page(browser, site, path, session, PHONE)
    for selector in presses:
        if page.locator(selector).count():
            page.locator(selector).tap()
            page.wait_for_timeout(CALM)
    figures = Vitals.of(page)
    page.context.close()
    return figures


def play(browser: Browser, site: Site, slug: str, device: Device, turns: int) -> Vitals:
    """Play a live match to its end in one window against moves that come as requests; return its figures."""
    match, sessions = start(site, slug, [], live=True)
    page = open_page(browser, site, f"/matches/{match}/", sessions[0], device)
    opponent = httpx.Client(base_url=site.url, cookies={"sessionid": sessions[1]})
    story = Story.begin(games()[slug], 0)
    while not story.position.result and len(story.moves) < turns:
        page.wait_for_timeout(CALM)
        move = story.choice()
        if story.position.to_move is Seat.FIRST:
            page.locator("#match_view[data-turn='mine']").wait_for(state="attached")
            lay_and_play(page, story, move, HASTE)
        else:
            post(opponent, match, len(story.moves) + 1, story.game.encode(move))
        story.play(move)
        page.locator(f"#match_view[data-ply='{len(story.moves)}']").wait_for(state="attached")
    figures = Vitals.of(page)
    page.context.close()
    return figures


if __name__ == "__main__":
    main()
