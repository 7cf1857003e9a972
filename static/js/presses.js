/**
 * One press does one thing. A key that is held down repeats, and a worn mouse or a trembling finger presses twice:
 * neither may play, agree, send or resign a second time. Handled once for every page, before all other scripts.
 */

export const PAUSE = 300; // milliseconds after a press within which another one is a bounce of it (debounce)
const NEAR = 32; // pixels: a pointer that presses as near as this to where it has just pressed bounces

/** @typedef {{time: number, x?: number, y?: number}} Press of a pointer at a place, or of a key */

/** @type {Press} */
const NONE = { time: -Infinity };
let last = NONE;
let entering = false; // the click that follows is of an Enter that counted already

/**
 * Return whether a press is a bounce of the last one: the same key, or a pointer at about the same place.
 * @param {Press} press
 */
function bounces({ time, x, y }) {
  if (time - last.time >= PAUSE) return false;
  if (x === undefined || y === undefined || last.x === undefined || last.y === undefined) return x === last.x;
  return Math.hypot(x - last.x, y - last.y) < NEAR;
}

/**
 * Stop a press that does not count; remember any other one.
 * @param {Event} event
 * @param {Press} press
 * @param {boolean} [repeated]
 */
function judge(event, press, repeated = false) {
  if (repeated || bounces(press)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else last = press;
}

/**
 * Return whether a press on this element sends a form or answers a dialog: a tile that is tapped twice does not.
 * @param {Element} element
 */
function acts(element) {
  const button = element.closest("button");
  return button && ((button.type === "submit" && button.form) || button.hasAttribute("hx-post"));
}

/** @param {KeyboardEvent} event */
function keyed(event) {
  if (event.key !== "Enter" && last.x === undefined) last = NONE; // who presses another key in between means it
  if (event.key !== "Enter" || event.target instanceof HTMLTextAreaElement) return;
  judge(event, { time: event.timeStamp }, event.repeat);
  entering = !event.defaultPrevented;
}

/** @param {MouseEvent} event */
function clicked(event) {
  if (!(event.target instanceof Element)) return;
  const { detail, timeStamp: time, clientX: x, clientY: y } = event;
  if (!acts(event.target)) {
    if (detail) last = { time, x, y }; // a press elsewhere in between: the next one is meant
    return;
  }
  if (detail) judge(event, { time, x, y });
  else if (event.isTrusted && !entering) judge(event, { time });
  entering = false;
}

/** Listen to the keys and pointers of this page. */
export function countPresses() {
  addEventListener("keydown", keyed, true);
  addEventListener("keyup", () => (entering = false), true);
  addEventListener("click", clicked, true);
}
