"""The page of a match alone: what it does with messages of the server, and which sound tells of each."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import BOARD, told

PLAY = """<ul id=scores><li class=player>anna</li><li class=player>bob</li></ul><div id=play><form id=move>
<input name=ply value=5><input id=text name=text></form></div><p id=preview></p><p id=status>Old</p><ol id=turns></ol>
<button id=submit form=move>Play</button>"""
LIVE = BOARD.replace("id=match ", "id=match data-socket=/ws/ data-sounds=on ")
LIVE = LIVE.replace("</div></main>", PLAY + "</div></main>")
HEARS = """
  const notes = [];
  window.AudioContext = class {
    currentTime = 0;
    state = "running";
    createOscillator() {
      const voice = { frequency: {}, connect: (next) => next, stop() {} };
      voice.start = () => notes.push(voice.frequency.value);
      return voice;
    }
    createGain() {
      const [setValueAtTime, linearRampToValueAtTime, exponentialRampToValueAtTime] = [() => {}, () => {}, () => {}];
      return { connect() {}, gain: { setValueAtTime, linearRampToValueAtTime, exponentialRampToValueAtTime } };
    }
  };
  await load("match");
  document.dispatchEvent(new Event("pointerdown"));
  await tick(80);
  const told = [];
  const socket = sockets[0];
  socket.opens();
  const view = q("#match_view");
  const hear = async (message) => {
    notes.length = 0;
    socket.says({ now: Date.now(), ...message });
    await tick(100);
    told.push([
      message.version, view.dataset.turn, view.dataset.ply, ids("#board .last"), q("[name=ply]").value,
      q("#submit").disabled, texts("#status"), `${notes}`, document.title,
    ].join("|"));
  };
"""


def test_messages_of_a_match_are_shown_in_order_and_heard(alone: Alone) -> None:
    elements = LIVE.replace("<td id=b1", "<td class=red id=b1").replace("data-ply=4", "data-ply=4 data-version=7")
    story = (
        HEARS
        + """
      const turn = (seat, parts) =>
        `<li id=turn-${seat}${parts.length} data-seat=${seat}><b class=points data-parts="${parts}">5</b></li>`;
      const hears = (version, partials, status, data) =>
        hear({ version, partials: partials + (status && `<p id=status>${status}</p>`), data });
      await hears(8, turn(1, "a1:5"), "Mine", { ply: 5, turn: "theirs", last: "a1 a3" });
      await hears(9, turn(2, "c3:5"), "Theirs", { ply: 6, turn: "mine", last: "c3", title: "Go" });
      await hears(6, "", "Old news", { ply: 3, turn: "over" });
      await hears(10, turn(2, "b1:9 c1:2"), "Bonus", { ply: 7, turn: "theirs", last: "" });
      await hears(undefined, "", "Beside");
      await hears(11, "<td id=c3><b>5</b></td>" + turn(1, "x:1"), "", { ply: 8, turn: "mine", last: "c3" });
      await hears(12, "<td id=c3 class=last></td>" + turn(2, "xx:1"), "", { ply: 9, turn: "mine" });
      await hears(13, "<i id=match_end></i>", "", { ply: 9, turn: "theirs" });
      await hears(14, "", "Back", { ply: 9, turn: "mine" });
      q(".player").classList.add("won");
      await hears(15, "", "Over", { ply: 10, turn: "over" });
      await hears(16, "", "Over still", { ply: 10, turn: "over" });
      return [socket.url, ...told];"""
    )
    page = alone("storage", elements)
    page.emulate_media(reduced_motion="reduce")
    assert told(page, story) == [
        "ws://scripts.example/ws/?lang=en&release=",
        "8|theirs|5|a1 a3|6|true|Mine|392|Alone",
        "9|mine|6|c3|7|false|Theirs|523,659|(1) Go · Numgames",
        "6|mine|6|c3|7|false|Theirs||(1) Go · Numgames",
        "10|theirs|7||8|true|Bonus|659,880|(1) Go · Numgames",
        "|theirs|7||8|true|Beside||(1) Go · Numgames",
        "11|mine|8|c3|9|false|Beside|392|(1) Go · Numgames",
        "12|mine|9|c3|10|false|Beside|587,440,587|(1) Go · Numgames",
        "13|theirs|9|c3|10|true|Beside||(1) Go · Numgames",
        "14|mine|9|c3|10|false|Back|523,659|(1) Go · Numgames",
        "15|over|10|c3|11|true|Over|523,659,784,1047|(1) Go · Numgames",
        "16|over|10|c3|11|true|Over still||(1) Go · Numgames",
    ]


def test_a_lost_match_and_a_draw_sound_otherwise(alone: Alone) -> None:
    story = (
        HEARS
        + """
      await hear({ version: 1, partials: "<p id=status>Drawn</p>", data: { ply: 4, turn: "over" } });
      await hear({ version: 2, partials: "<p id=status>Undone</p>", data: { ply: 4, turn: "mine" } });
      q(".player:last-child").classList.add("won");
      await hear({ version: 3, partials: "<p id=status>Lost</p>", data: { ply: 4, turn: "over" } });
      q("#match").insertAdjacentHTML("beforeend", "<i id=rematch-asked></i>");
      await hear({ version: 4, partials: "<p id=status>Again?</p>", data: { ply: 4, turn: "over" } });
      q("#match").dataset.sounds = "off";
      await hear({ version: 5, partials: "<p id=status>On</p>", data: { ply: 5, turn: "mine" } });
      return told;"""
    )
    assert told(alone("storage", LIVE), story) == [
        "1|over|4||5|true|Drawn|392,392|Alone",
        "2|mine|4||5|false|Undone||Alone",
        "3|over|4||5|true|Lost|392,330,262|Alone",
        "4|over|4||5|true|Again?|659,784|Alone",
        "5|mine|5||6|false|On||Alone",
    ]


def test_news_are_shown_once_where_they_are_new(alone: Alone) -> None:
    elements = """<main id=main><p id=next hidden><a href=#x>Next <b></b></a></p><p id=actions></p></main>
      <a id=my_turns data-others=2 data-after=9></a><div id=toasts></div><i data-sees=league></i>
      <div id=match data-seat=1 data-match=m><div id=match_view data-turn=mine></div></div>"""
    story = """
      const badges = [];
      navigator.setAppBadge = async (count) => badges.push(count);
      navigator.clearAppBadge = async () => badges.push(0);
      const { displays, showNews, showWaiting } = await load("news");
      const told = [document.title];
      const see = () => told.push([document.title, q("#next").hidden, texts("#next b"), q("#next").parentElement.id,
        texts("#toasts > *"), badges.splice(0)].join("|"));
      see();
      q("#match_view").dataset.turn = "theirs";
      showWaiting();
      see();
      q("#match_view").dataset.turn = "over";
      showWaiting();
      see();
      const add = (html) => q("#toasts").insertAdjacentHTML("beforeend", html);
      let calls = 0;
      document.addEventListener("called", () => { calls += 1; });
      add("<p class=news data-heard=3><a href=/there/>One</a></p>");
      told.push(showNews(), displays(), displays());
      add("<p class=news data-heard=4 data-calls><a href=/there/>Two</a></p>");
      told.push(showNews(), texts("#toasts"), calls, displays());
      add(`<p class="news"><a href=${location.pathname}>Here</a></p>`);
      showNews();
      told.push(texts("#toasts"));
      const until = Date.now() + 60000;
      add(`<p class="news stays" id=call data-until=${until}><a href=/lobby/c/x/>bob calls</a><button>No</button></p>`);
      showNews();
      see();
      told.push(calls);
      q("#call button").click();
      see();
      add(`<p class="news stays" id=call data-until=${until}><a href=/lobby/c/x/>bob calls</a><button>No</button></p>`);
      showNews();
      see();
      return told;"""
    assert told(alone("storage", elements), story) == [
        "(3) Alone",
        "(3) Alone|false|2|main||3",
        "(2) Alone|false|2|actions||2",
        "(2) Alone|true|0|||2",
        True,
        {"displays": {"about": "m", "after": "9", "heard": 3, "match": "m", "sees": "league"}},
        {"displays": {"about": "m", "after": "9", "match": "m", "sees": "league"}},
        True,
        "Two",
        1,
        {"displays": {"about": "m", "after": "9", "heard": 4, "match": "m", "sees": "league"}},
        "Two",
        "🔔 bob calls · (2) Alone|true|0||bob callsNo|2,2,2,2",
        2,
        "(2) Alone|true|0|||2",
        "(2) Alone|true|0|||2",
    ]


def test_a_zoomed_board_stays_between_its_limits(alone: Alone) -> None:
    style = """<style>#pane { width: 150px; height: 150px; overflow: auto } #board { border-spacing: 0 }
      td { padding: 0; min-width: max(50px, var(--wanted, 50px)); height: max(50px, var(--wanted, 50px)) }</style>"""
    elements = style + BOARD.replace("<table", "<div id=pane><table").replace("</table>", "</table></div>")
    story = """
      const { Staging } = await load("staging");
      const { Zoom } = await load("zoom");
      const zoom = new Zoom(new Staging(q("#match")));
      const told = [];
      const see = () => told.push([q("#match").style.getPropertyValue("--wanted"), Math.round(zoom.size),
        Math.round(q("#pane").scrollLeft), Math.round(q("#pane").scrollTop)].join("|"));
      see();
      for (const size of [60, 1000, 20]) {
        zoom.to(size);
        see();
      }
      zoom.to(80, { x: q("#pane").getBoundingClientRect().right, y: q("#pane").getBoundingClientRect().top });
      see();
      return told;"""
    assert told(alone("storage", elements), story) == [
        "|50|0|0",
        "56px|56|9|9",
        "56px|56|9|9",
        "20px|50|0|0",
        "56px|56|18|0",
    ]


def test_what_is_written_while_a_message_is_sent_stays(alone: Alone) -> None:
    elements = """<p id=chat_problem></p><div id=chat_say><form action=/say/><input name=text><input name=token value=t>
      <button>Say</button></form></div>"""
    story = """
      const field = q("[name=text]");
      const told = [];
      document.addEventListener("submit", module.send);
      for (const meanwhile of ["", "How are you?"]) {
        window.fetch = async (_path, { body }) => {
          told.push(body.get("text"));
          if (meanwhile) field.value = meanwhile;
          return new Response('{"partials": ""}');
        };
        field.value = "Hello";
        q("button").click();
        await tick(50);
        told.push(field.value);
      }
      return told;"""
    assert told(alone("say", elements), story) == ["Hello", "", "Hello", "How are you?"]


def test_a_message_that_was_not_taken_says_why(alone: Alone) -> None:
    elements = """<p id=chat_problem></p><template id=toast-gone>It is gone.</template>
      <div id=chat_say data-failed="No answer."><form action=/say/><input name=text><input name=token value=t>
      <button>Say</button></form></div>"""
    story = """
      const told = [];
      document.addEventListener("submit", module.send);
      for (const [status, problem] of [[429, "Wait a moment."], [422, "Too long."], [404, ""], [500, null]]) {
        window.fetch = async () => new Response(problem === null ? "<p>" : JSON.stringify({ problem }), { status });
        q("button").click();
        await tick(50);
        told.push(q("#chat_problem").textContent);
      }
      return told;"""
    assert told(alone("say", elements), story) == ["Wait a moment.", "Too long.", "It is gone.", "No answer."]
