"""What a tab does about its own history, a page that is out of date and push notifications, each script alone."""

from __future__ import annotations

from tests.browser.alone import Alone
from tests.browser.test_pieces_alone import told


def test_the_way_back_closes_what_is_open_on_a_small_page(alone: Alone) -> None:
    elements = """<dialog id=first></dialog><dialog id=second></dialog><section id=more popover>x</section>
      <details id=chat><summary>x</summary></details><details class=menu id=menu><summary>x</summary></details>
      <details id=plain><summary>x</summary></details>"""
    story = """
      const told = [];
      await load("back");
      const all = () => [...document.querySelectorAll("[open]"), ...(q("#more:popover-open") ? [q("#more")] : [])];
      const see = (name) => told.push(`${name}: ${all().map(({ id }) => id)} ${history.state?.over ?? 0} `
        + `${history.length - start} ${location.hash}`);
      const start = history.length;
      const settles = async (name) => {
        await tick(5);
        see(name);
      };
      const back = async (name) => {
        history.back();
        await new Promise((done) => addEventListener("popstate", done, { once: true }));
        await settles(name);
      };
      q("#plain").open = true;
      await settles("plain");
      q("#plain").open = false;
      q("#chat").open = true;
      await settles("chat");
      q("#menu").open = true;
      await settles("menu");
      q("#first").showModal();
      await settles("question");
      await back("back");
      await back("back");
      await back("back");
      q("#more").showPopover();
      await settles("sheet");
      await back("back");
      q("#chat").open = true;
      await settles("chat");
      q("#chat").open = false;
      await settles("closed by itself");
      q("#menu").open = true;
      await settles("another");
      location.hash = "part";
      await settles("a part");
      await back("back from it");
      await back("back");
      let length = 0;
      Object.defineProperty(history, "length", { get: () => length });
      history.go = (steps) => told.push(steps);
      q("#chat").open = true;
      await tick(5);
      length = 3;
      q("#chat").open = false;
      await tick(5);
      length = 2;
      for (const answer of ["yes", "no"]) {
        q("#first").showModal();
        await tick(5);
        told.push(answer);
        q("#first").close(answer);
        await tick(5);
      }
      return told;"""
    page = alone("storage", elements)
    page.set_viewport_size({"width": 400, "height": 800})
    assert told(page, story) == [
        "plain: plain 0 0 ",
        "chat: chat 1 1 ",
        "menu: chat,menu 2 2 ",
        "question: first,chat,menu 3 3 ",
        "back: first,chat 2 3 ",
        "back: first 1 3 ",
        "back:  0 3 ",
        "sheet: more 1 1 ",
        "back:  0 1 ",
        "chat: chat 1 1 ",
        "closed by itself:  1 1 ",
        "another: menu 1 1 ",
        "a part: menu 0 2 #part",
        "back from it: menu 1 2 ",
        "back:  0 2 ",
        "yes",
        "no",
        -1,
    ]
    page = alone("storage", elements)  # a wide page
    assert told(page, 'await load("back"); q("#chat").open = true; await tick(5); return history.state;') is None
