/**
 * The browser's way back closes what lies over a small page, such as a sheet, the chat or a question, the last one
 * first. Each has an entry in the history, which stays when it is closed otherwise: a step back over one passes on.
 * In a new tab there is nothing to pass on to, so the entry goes.
 */

const OVER = "dialog[open], :is(#more, #analysis_sheet):popover-open, #chat[open], details.menu[open]";
const small = matchMedia("(width < 60rem)");

/** Return for how many the history has an entry here. */
const entries = () => history.state?.over ?? 0;
let place = location.href;
let at = entries();

/**
 * Give what has just opened an entry, unless one is left of what was closed; take those of a new tab back.
 * @param {Event} event
 */
function toggled({ target }) {
  const open = document.querySelectorAll(OVER).length;
  if (!small.matches) return;
  at = entries(); // a step of a replay has come on top of those of before
  if (open > at) {
    at += 1;
    place = location.href;
    history.pushState({ over: at }, "");
  } else if (!open && at && history.length === at + 1) {
    if (!(target instanceof HTMLDialogElement && target.returnValue === "yes")) history.go(-at); // that may lead on
  }
}

/** Close the last one after a step back, or pass on; a step to a part of the page is neither. */
function stepped() {
  const before = at;
  at = entries();
  if (location.href !== place) return void (place = location.href);
  if (at >= before) return;
  const last = [...document.querySelectorAll(OVER)].pop();
  if (last instanceof HTMLDialogElement) last.close();
  else if (last instanceof HTMLDetailsElement) last.open = false;
  else if (last instanceof HTMLElement) last.hidePopover();
  else history.back();
}

document.addEventListener("toggle", toggled, true);
addEventListener("popstate", stepped);
