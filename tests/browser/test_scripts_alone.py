"""Scripts alone, without a site: what they do about time, a lost connection and what the page was before."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import Alone
from tests.browser.waiting import until


def opened(page: Page) -> int:
    """Return how many sockets the page has opened so far."""
    return int(page.evaluate("sockets.length"))


@pytest.fixture
def live(alone: Alone) -> Page:
    """Return a page whose socket is open and has heard from the server."""
    page = alone("live", "<p id=connection></p><i id=words data-offline=Offline data-gone=Gone></i>")
    page.evaluate("() => { window.live = new module.Live({ path: () => '/ws/', poll: () => '' }); }")
    page.evaluate("sockets[0].opens(); sockets[0].says({ now: Date.now() })")
    assert opened(page) == 1
    return page


@pytest.mark.parametrize(
    ("code", "reason", "seconds"),
    [(1006, "", 0.5), (4012, "10", 10), (4013, "", 0.5)],
    ids=["lost", "restarting", "busy"],
)
def test_a_lost_socket_comes_back_when_it_should(live: Page, code: int, reason: str, seconds: float) -> None:
    live.evaluate("([code, reason]) => sockets[0].breaks(code, reason)", [code, reason])
    live.clock.run_for(int(1000 * seconds * 0.9))
    assert opened(live) == 1
    live.clock.run_for(int(1000 * seconds * 0.1))
    assert opened(live) == 2


def test_each_failure_doubles_the_pause_and_a_word_of_the_server_ends_that(live: Page) -> None:
    for failures, seconds in enumerate([0.5, 1, 2, 4]):
        live.evaluate("sockets.at(-1).breaks(1006)")
        live.clock.run_for(int(1000 * seconds * 0.9))
        assert opened(live) == failures + 1
        live.clock.run_for(int(1000 * seconds * 0.1))
        assert opened(live) == failures + 2
    live.evaluate("sockets.at(-1).opens(); sockets.at(-1).says({ now: Date.now() }); sockets.at(-1).breaks(1006)")
    live.clock.run_for(500)
    assert opened(live) == 6


def test_a_page_without_a_socket_polls_but_never_a_busy_server(live: Page) -> None:
    live.evaluate("() => { window.polls = []; live.options.poll = () => '/poll/'; }")
    live.evaluate("() => { window.fetch = async (path) => { polls.push(path); return new Response('{}'); }; }")
    for code, polled in ((4013, []), (4013, []), (1006, ["/poll/"])):
        live.evaluate("code => sockets.at(-1).breaks(code)", code)
        assert live.evaluate("polls") == polled
        live.clock.run_for(5_000)


def test_motion_ends_when_the_page_is_left(alone: Alone) -> None:
    """Messages wait until it was seen, and a hidden page shows none."""
    page = alone("motion", "<b id=tile>7</b>")
    page.evaluate("() => { window.motion = new module.Motion({}); motion.move(tile, [{ opacity: 0 }], 60_000, 0); }")
    page.evaluate("motion.start()")
    states = "[...motion.running].map(({ playState }) => playState)"
    assert page.evaluate(states) == ["running"]
    assert page.evaluate(f"() => {{ document.dispatchEvent(new Event('visibilitychange')); return {states}; }}") == [
        "finished"
    ]


def test_a_socket_that_says_nothing_counts_as_dead(live: Page) -> None:
    live.evaluate("live.ask()")
    live.clock.run_for(7_900)
    assert (opened(live), live.evaluate("sockets[0].readyState")) == (1, 1)
    live.clock.run_for(700)
    assert (opened(live), live.evaluate("sockets[0].readyState")) == (2, 3)


def test_a_page_whose_subject_is_gone_stays_away(live: Page) -> None:
    live.evaluate("sockets[0].breaks(4004)")
    live.clock.run_for(60_000)
    assert (opened(live), live.locator("#connection").text_content()) == (1, "Gone")


def test_a_short_outage_shows_no_banner(live: Page) -> None:
    live.evaluate("sockets[0].breaks(1006)")
    live.clock.run_for(1_400)
    assert live.locator("#connection").text_content() == ""
    live.clock.run_for(200)
    assert live.locator("#connection").text_content() == "Offline"
    live.evaluate("sockets.at(-1).opens(); sockets.at(-1).says({ now: Date.now() })")
    assert live.locator("#connection").text_content() == ""


def test_a_move_is_sent_again_after_a_minute_without_a_line(alone: Alone) -> None:
    page = alone("persistent")
    page.evaluate(
        """() => {
          Math.random = () => .5;
          window.tries = 0;
          window.fetch = async () => {
            tries += 1;
            if (!window.online) throw new TypeError("offline");
            return { status: 200 };
          };
          window.sent = null;
          module.persistent("/move/", {}).then((answer) => (sent = answer.status), () => (sent = "given up"));
        }"""
    )
    for _second in range(70):
        page.clock.run_for(1_000)
    assert page.evaluate("sent") is None
    assert page.evaluate("tries") < 13
    page.evaluate("() => { window.online = true; dispatchEvent(new Event('heard')); }")
    page.clock.run_for(100)
    assert page.evaluate("sent") == 200


@pytest.mark.parametrize(
    ("elements", "renewed"),
    [
        ("<form><input value=old></form>", True),
        ("<i id=posted></i>", False),
        ("<p id=board><b class=staged></b></p>", False),
        ("<form><input id=typed value=old></form>", False),
        ("<form><input id=ticked type=checkbox></form>", False),
    ],
    ids=["at rest", "after a form", "with a laid tile", "filled in", "ticked"],
)
def test_a_page_loads_itself_again_only_if_nothing_is_lost(alone: Alone, elements: str, *, renewed: bool) -> None:
    page = alone("renewal", f"{elements}<p id=renewal hidden>Reload</p>")
    page.evaluate(
        "if (document.getElementById('typed')) document.getElementById('typed').value = 'new';"
        "document.getElementById('ticked')?.click();"
        "if (document.getElementById('posted')) document.documentElement.dataset.posted = '';"
        "module.renew('release', 'second', 1000);"
    )
    page.clock.run_for(900)
    assert page.locator("#renewal").is_hidden()
    if renewed:
        with page.expect_navigation():
            page.clock.run_for(200)
    else:
        page.clock.run_for(200)
        assert page.locator("#renewal").is_visible()


MATCH = """
<div id=match data-match=m><div id=match_view data-turn=theirs data-ply=3>
  <table id=board><tr><td id=a1 data-takes=number><td id=a3 data-takes=number></table>
  <p id=rack><button class="tile number" data-face=5>5</button><button class="tile number" data-face=8>8</button></p>
</div></div><p id=notice></p><i id=words data-returned=Returned></i>
"""
# The tiles that lie on the board; before that the page is as after a move.
AFTER = """([turn, ply, taken, faces]) => {
  Object.assign(document.getElementById("match_view").dataset, { turn, ply });
  if (taken) document.getElementById(taken).removeAttribute("data-takes");
  const button = (face) => `<button class="tile number" data-face=${face}>${face}</button>`;
  document.getElementById("rack").innerHTML = faces.map(button).join("");
  staging.refresh();
  return staging.placements.map(({ square, face }) => `${square}:${face}`).join(" ");
}"""


@pytest.mark.parametrize(
    ("turn", "after", "said"),
    [
        (("mine", 4, "", ["5", "8"]), "a1:5 a3:8", ""),
        (("mine", 4, "a3", ["5", "8"]), "a1:5", "Returned"),
        (("mine", 6, "", ["5", "8"]), "", ""),
        (("theirs", 5, "", ["5", "7"]), "", ""),
        (("theirs", 3, "", ["5"]), "a1:5", "Returned"),
        (("over", 4, "", ["5", "8"]), "", ""),
    ],
    ids=["the opponent moved", "on a square", "a plan was played", "both moved", "a tile is gone", "it is over"],
)
def test_tiles_that_lie_outlast_the_opponents_turn_alone(
    alone: Alone, turn: tuple[str, int, str, list[str]], after: str, said: str
) -> None:
    page = alone("staging", MATCH)
    page.evaluate(
        """async () => {
          window.staging = new module.Staging(document.getElementById("match"));
          staging.refresh();
          for (const [index, square] of ["a1", "a3"].entries())
            await staging.lay(staging.tiles[index], document.getElementById(square));
        }"""
    )
    assert page.evaluate(AFTER, turn) == after
    assert page.locator("#board .staged").all_text_contents() == [one[3:] for one in after.split()]
    assert page.locator("#notice").text_content() == said


CHAT = """
<details id=chat data-key=m.1><summary>Chat <i id=chat_new></i></summary>
<div class=drawer><p id=chat_messages></p></div></details>
"""
SAID = """lines => {
  const place = document.getElementById("chat_messages");
  place.innerHTML = lines.map(([id, who]) => `<b data-id=${id} class=${who}>Hello</b>`).join("");
}"""


DRAWER = """drawer => {
  document.getElementById("chat").open = drawer.startsWith("open");
  const visibilityState = drawer.endsWith("hidden") ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { value: visibilityState, configurable: true });
}"""


def test_the_chat_counts_what_others_said_while_it_was_closed(alone: Alone) -> None:
    page = alone("chat", CHAT)
    lines: list[tuple[int, str]] = []
    for who, drawer, count in (
        ("mine", "", 0),
        ("theirs", "", 1),
        ("mine", "", 1),
        ("theirs", "", 2),
        ("theirs", "open hidden", 3),  # in another tab
        ("theirs", "open", 0),
        ("mine", "open", 0),
        ("mine", "", 0),
        ("theirs", "", 1),
    ):
        lines.append((len(lines) + 1, who))
        page.evaluate(DRAWER, drawer)
        page.evaluate(SAID, lines)
        expect(page.locator("#chat_new")).to_have_attribute("data-count", str(count))
        expect(page.locator("#chat_new > [aria-hidden]")).to_have_text([str(count)] if count else [])


FETCH = """answers => {
  window.asked = window.again = window.answered = 0;
  window.fetch = async () => {
    asked += 1;
    const status = answers.shift();
    if (!status) throw new TypeError("no network");
    return new Response(null, { status });
  };
  module.persistent("/", {}, () => { again += 1; }).then((answer) => { answered = answer.status; });
}"""


@pytest.mark.parametrize("fault", [0, 502, 503, 504])
def test_a_request_is_sent_again_while_the_server_is_away(alone: Alone, fault: int) -> None:
    page = alone("persistent")
    page.evaluate(FETCH, [fault, fault, fault, 200])
    for sent, pause in enumerate((500, 1000), start=1):
        page.clock.run_for(pause - 50)
        assert page.evaluate("[asked, again, answered]") == [sent, sent, 0]
        page.clock.run_for(50)
    page.evaluate("dispatchEvent(new Event('heard'))")  # its socket is back
    until(page, "answered")
    assert page.evaluate("[asked, again, answered]") == [4, 3, 200]


@pytest.mark.parametrize("status", [204, 409, 422, 500])
def test_an_answer_is_taken_as_it_is(alone: Alone, status: int) -> None:
    page = alone("persistent")
    page.evaluate(FETCH, [status])
    page.clock.run_for(60_000)
    assert page.evaluate("[asked, again, answered]") == [1, 0, status]


@pytest.mark.parametrize(
    ("more", "meanwhile", "goes"),
    [
        ("", "", True),
        ("", "window.done = false", False),
        ("", "dispatchEvent(new Event('keydown'))", False),
        ("", "dispatchEvent(new Event('pointerdown'))", False),
        ("", "document.getElementById('next').hidden = true", False),
        ("<dialog open></dialog>", "", False),
    ],
    ids=["waits", "the turn is back", "types", "touches", "nothing waits", "is asked"],
)
def test_a_page_goes_on_to_the_next_match_unless_one_is_busy_here(
    alone: Alone, more: str, meanwhile: str, *, goes: bool
) -> None:
    page = alone("advance", f"<p id=next><a href='#next-match'>Next</a></p>{more}")
    page.evaluate("() => { window.done = true; module.advance(() => done); }")
    page.clock.run_for(2_400)
    assert page.evaluate("location.hash") == ""
    page.evaluate(f"() => {{ {meanwhile}; }}")
    page.clock.run_for(200)
    assert page.evaluate("location.hash") == ("#next-match" if goes else "")


def test_two_presses_that_are_apart_play(alone: Alone) -> None:
    page = alone(
        "send",
        """<div id=match data-confirm=twice><div id=match_view data-turn=mine data-ply=0><form id=move>
        <input name=ply value=1><input name=text value=e5></form></div></div>
        <p id=notice></p><i id=words data-again=Again></i>""",
    )
    page.evaluate(
        """() => {
          window.sent = 0;
          const form = document.getElementById("move");
          const preview = { form, text: form.elements.text, staging: { placements: [1] }, settled: async () => {} };
          const request = async () => { sent += 1; return { data: { played: true } }; };
          window.press = module.sendMoves(document.getElementById("match"), preview, request);
        }"""
    )
    for pause, sent in ((0, 0), (100, 0), (4_000, 0), (200, 0), (200, 1), (1_000, 1), (3_900, 2)):
        page.clock.run_for(pause)
        page.evaluate("press()")
        assert page.evaluate("sent") == sent, pause


def test_a_move_that_reached_no_server_is_said_until_the_turn_is_over(alone: Alone) -> None:
    page = alone(
        "send",
        """<div id=match><div id=match_view data-ply=0></div></div>
        <p id=notice></p><i id=words data-unsent=Unsent data-sending=Sending></i>""",
    )
    page.evaluate(
        """() => {
          const match = document.getElementById("match");
          module.sendMoves(match, {}, async () => null);
          window.tell = (name, ctx) => match.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { ctx } }));
          window.ends = (status) => {
            tell("htmx:config:request", { target: document.getElementById("match_view"), request: {} });
            tell("htmx:finally:request", { move: true, status });
          };
        }"""
    )
    notice = page.locator("#notice")
    page.evaluate("ends('error: timeout')")
    page.clock.run_for(60_000)
    assert notice.text_content() == "Unsent"
    page.evaluate("tell('htmx:after:swap')")  # another part of the page
    assert notice.text_content() == "Unsent"
    page.evaluate("match_view.dataset.ply = 1; tell('htmx:after:swap')")
    assert notice.text_content() == ""
    page.evaluate("ends('swapped')")
    assert notice.text_content() == ""


QUESTIONS = """() => {
  const match = document.getElementById("match");
  window.preview = new module.Preview(Object.assign(new EventTarget(), { match, tiles: [], placements: [] }));
  window.answers = {};
  preview.line = { request: ({ preview: { text } }) => new Promise((resolve) => { answers[text] = resolve; }) };
  window.say = (text) => answers[text]({ partials: `<p id=preview class=legal>${text}</p>` });
}"""


def test_the_answer_to_the_latest_question_is_shown(alone: Alone) -> None:
    page = alone("preview", "<div id=match></div><p id=preview></p>")
    page.evaluate(QUESTIONS)
    for text in ("old", "new"):
        page.evaluate("text => preview.ask({ text })", text)
        page.clock.run_for(150)
    for text, shown in (("old", ""), ("new", "new")):
        page.evaluate("text => say(text)", text)
        assert page.locator("#preview").text_content() == shown
    assert page.locator("#preview").get_attribute("aria-busy") is None


def test_a_move_waits_for_the_answer_to_the_latest_question(alone: Alone) -> None:
    """Also to one that is asked while it waits."""
    page = alone("preview", "<div id=match></div><p id=preview></p>")
    page.evaluate(QUESTIONS)
    page.evaluate("() => { preview.ask({ text: 'old' }); preview.settled().then(() => { window.over = true; }); }")
    page.evaluate("preview.ask({ text: 'new' })")
    for text, is_over in (("old", False), ("new", True)):
        page.evaluate("text => say(text)", text)
        page.clock.run_for(1)
        assert page.evaluate("Boolean(window.over)") is is_over


def test_the_offline_page_opens_what_was_wanted_when_the_site_answers(alone: Alone) -> None:
    page = alone("return", "<p id=offline data-probe=gone:site><a href='#wanted'>Try again</a></p>")
    page.evaluate("() => { window.probes = []; }")
    page.evaluate(
        """() => { window.fetch = async (path, { method }) => {
          probes.push(`${method} ${path}`);
          return new Response("", { status: probes.length < 3 ? 503 : 200 });
        }; }"""
    )
    page.evaluate("dispatchEvent(new Event('online'))")
    assert page.evaluate("probes") == ["HEAD gone:site"]
    assert page.evaluate("location.hash") == ""
    for seconds in (10, 20, 60):
        page.clock.run_for(1000 * seconds)
    assert page.evaluate("[probes.length, location.hash]") == [3, "#wanted"]


def test_the_offline_page_by_its_own_address_stays(alone: Alone) -> None:
    page = alone("return", "<p id=offline data-probe=/><a href='#wanted'>Try again</a></p>")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.clock.run_for(60_000)
    assert page.evaluate("location.hash") == ""
