/** Keeps the keyboard's place: if an update removes what has the focus, the nearest part that is left takes it. */

/** @type {HTMLElement[]} what had the focus before the update, and all that surrounds it, from the inside out */
let around = [];
/** @type {HTMLElement | null | undefined} what took the focus: an update makes it a plain part of the page again */
let heir;

document.addEventListener("htmx:before:swap", () => {
  let element = /** @type {HTMLElement | null} */ (document.activeElement);
  if (element !== document.body) for (around = []; element; element = element.parentElement) around.push(element);
});
document.addEventListener("htmx:after:swap", () => requestAnimationFrame(restore));
document.addEventListener("animationend", restore); // an end card is hidden until then

function restore() {
  if (document.activeElement !== document.body || (around[0]?.isConnected && around[0] !== heir)) return;
  const left = around.find((element) => element.id && element.isConnected && element.checkVisibility());
  /** @type {HTMLElement | null | undefined} */
  const end = (left?.closest("#match_view") ?? left)?.querySelector("#end");
  heir = end && !end.contains(left ?? null) ? end : left; // a match that has ended goes on at its card
  if (!heir) return;
  heir.tabIndex = -1;
  heir.focus({ preventScroll: true }); // in vain while it is hidden
}
