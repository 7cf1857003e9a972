/** Keeps the keyboard's place: if an update removes what has the focus, the nearest part that is left takes it. */

/** @type {Element[]} what had the focus before the update, and all that surrounds it, from the inside out */
let around = [];
/** @type {Element | undefined} what took the focus: an update makes it a plain part of the page again */
let heir;

document.addEventListener("htmx:before:swap", () => {
  const focused = document.activeElement;
  if (focused && focused !== document.body) around = surroundings(focused);
});
document.addEventListener("htmx:after:swap", () => requestAnimationFrame(restore));
document.addEventListener("animationend", restore); // an end card is hidden until then

function restore() {
  const [focused] = around;
  if (!focused || document.activeElement !== document.body || (focused.isConnected && focused !== heir)) return;
  const left = around.find((element) => element.id && element.isConnected);
  const card = document.getElementById("end"); // a match that has ended goes on there
  const next = card && left?.contains(card) ? card : left;
  if (!(next instanceof HTMLElement) || next.id === "main") return;
  heir = next;
  next.tabIndex = -1;
  next.focus({ preventScroll: true }); // in vain while it is hidden
}

/** @param {Element} element */
function surroundings(element) {
  const all = [];
  for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) all.push(each);
  return all;
}
