import os
from tests.browser.test_in_reach import *
JS="""() => Object.fromEntries(["#game","#scores > .player ~ .player","#board","#view","#zoom","#scores > .player:first-child","#status","#preview","#controls","#rack","#actions",".piles"].map(s=>{const e=document.querySelector(s); if(!e) return [s,null]; const r=e.getBoundingClientRect(); return [s,[Math.round(r.top*10)/10,Math.round(r.bottom*10)/10]]}))"""
def test_shots(site, window):
    sizes = [tuple(map(int, s.split("x"))) for s in os.environ.get("SIZES", "390x664").split()]
    for slug in os.environ.get("SLUGS", "digifeud tenbyten sudoku summy").split():
        page = begin(site, "anna", "bob").sit_down(site, window, slug, small(*sizes[0]), **({"color_scheme": "dark"} if os.environ.get("DARK") else {}))
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate("window.scrollTo(0,0)")
            page.wait_for_timeout(500)
            page.screenshot(path=f"/tmp/s/shots/{os.environ.get('TAG','a')}-{slug}-{size[0]}x{size[1]}.png")
            print(slug, size, page.evaluate("[document.documentElement.scrollHeight, innerHeight]"), page.evaluate(JS), page.evaluate("document.querySelector('#board td[id]').getBoundingClientRect().width"))

def test_guide(window):
    page = window(device=small(390,664))
    page.goto("/games/digifeud/")
    page.get_by_role("button", name="Your first match: with a guide").click()
    arrive(page)
    expect(page.locator("#guide")).to_be_visible()
    for size in [(390,664),(320,568),(390,844)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(500)
        page.screenshot(path=f"/tmp/s/shots/g-digifeud-{size[0]}x{size[1]}.png")
        print(page.evaluate(JS))

def test_dbg(site, window):
    from itertools import islice
    from tests.browser.stories import Story, sit_down
    from games.catalogue import games
    story = Story.begin(games()["tenbyten"], 0)
    while not (found := [move for move in story.game.legal_moves(story.position) if move.lines]):
        story.play(next(islice(story.game.legal_moves(story.position), 1)))
    page, _bob = sit_down(site, window, "tenbyten", story.moves)
    for width, height in [(320,568),(568,320),(390,664)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
        page.locator(f"#rack .tile[data-face='{found[0].chip}']:not(.used)").first.click()
        page.locator(f"#{found[0].square}").click()
        expect(page.locator("#variants label").nth(1)).to_be_visible()
        page.wait_for_timeout(400)
        page.screenshot(path=f"/tmp/s/shots/v-{width}.png")
        print(width, page.evaluate("""() => Object.fromEntries(["#board","#controls","#variants", "#rack"].map(s=>{const r=document.querySelector(s).getBoundingClientRect(); return [s,[r.left,r.top,r.right,r.bottom]]}))"""), page.evaluate("scrollY"))
        page.locator("#recall").click()
