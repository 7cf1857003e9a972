/** The chat of a club and the comments on a puzzle: sends lines without a reload, and keeps the latest one in view. */

import { running } from "./running.js";
import { send } from "./say.js";

const chat = /** @type {HTMLElement | null} */ (document.querySelector(".talk"));

function scrollDown() {
  const lines = document.getElementById("chat_messages");
  if (lines) lines.scrollTop = lines.scrollHeight;
}

/** @param {FocusEvent} event what Tab reaches is seen whole: browsers leave a part of a phrase beyond the edge */
function show({ target }) {
  if (target instanceof HTMLElement && target.matches(".phrase"))
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

if (chat) {
  chat.addEventListener("focusin", show);
  chat.addEventListener("submit", send);
  new MutationObserver(scrollDown).observe(chat, { childList: true, subtree: true });
  scrollDown();
}
running("talk");
