/**
 * One press does one thing. A key that is held down repeats, and a worn mouse or a trembling finger presses twice:
 * neither may play, agree, send or resign a second time. Handled once for every page, before all other scripts.
 */

export const PAUSE = 300; // milliseconds after a press within which another one is a bounce of it (debounce)
const SEEN = 1_000; // milliseconds until a way that has come to where a button was pressed can be meant
const NEAR = 16; // pixels that a trembling finger moves at most

/** @typedef {{time: number, x: number, y: number, button?: Element}} Press of a pointer, or of a key at no place */

/** @type {Press} */
const NONE = { time: -Infinity, x: NaN, y: NaN };
let last = NONE;
let entering = false; // the click that follows is of an Enter that counted already

/**
 * Return whether a press is a bounce of the last one: of the same key, of the same button, or of one that has come to
 * where a pointer has just pressed, as when a dialog opens or closes. A first press of another button counts.
 * @param {Press} press
 */
function bounces({ time, button, x, y }) {
  const pause = button instanceof HTMLAnchorElement ? SEEN : PAUSE;
  if (time - last.time >= pause || isNaN(x) !== isNaN(last.x)) return false;
  if (!button || button === last.button) return true;
  return Math.hypot(x - last.x, y - last.y) < NEAR && button.contains(document.elementFromPoint(last.x, last.y));
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
 * Return the pressed button if it sends a form or answers a dialog: a tile that is tapped twice does not. The way to
 * the next match takes the place of the button to play.
 * @param {Element} element
 */
function acting(element) {
  const way = element.closest("#next a");
  if (way) return way;
  const button = element.closest("button");
  return button && ((button.type === "submit" && button.form) || button.hasAttribute("hx-post")) ? button : undefined;
}

/** @param {KeyboardEvent} event */
function keyed(event) {
  if (event.key !== "Enter" && isNaN(last.x)) last = NONE; // who presses another key in between means it
  if (event.key !== "Enter" || event.target instanceof HTMLTextAreaElement) return;
  judge(event, { ...NONE, time: event.timeStamp }, event.repeat);
  entering = !event.defaultPrevented;
}

/** @param {MouseEvent} event */
function clicked(event) {
  if (!(event.target instanceof Element)) return;
  const { detail, timeStamp: time, clientX: x, clientY: y } = event;
  const button = acting(event.target);
  if (!button) {
    if (detail) last = { time, x, y }; // a press elsewhere in between: the next one is meant
    return;
  }
  if (detail) judge(event, { time, button, x, y });
  else if (event.isTrusted && !entering) judge(event, { ...NONE, time });
  entering = false;
}

/** Listen to the keys and pointers of this page. */
export function countPresses() {
  addEventListener("keydown", keyed, true);
  addEventListener("keyup", () => (entering = false), true);
  addEventListener("click", clicked, true);
}
