/**
 * The server's time on this page: counted by the page's monotonic clock, which does not change when the device's clock
 * is set, and corrected with each heartbeat, as that clock may stand still while the device sleeps.
 */

const JUMP = 1_000; // milliseconds by which the device's clock and the monotonic one may come to differ
const LOOK = 1_000; // milliseconds between two looks at the difference

/** @type {number | null} milliseconds that the server's clock is ahead of the monotonic one; null while unknown */
let ahead = null;

/** @returns {number | null} the server's time in milliseconds, null while it is unknown */
export function now() {
  return ahead === null ? null : performance.now() + ahead;
}

/**
 * Learn the server's time from an answer, which was made after it was asked for and before it was heard (Cristian's
 * algorithm): what is known is kept as far as it lies between the two, so that a slow answer moves no clock.
 * @param {number} stamped the server's time of the answer, in milliseconds
 * @param {number} [asked] when it was asked for, by the monotonic clock; without it, any time before
 */
export function synchronise(stamped, asked = -Infinity) {
  const [least, most] = [stamped - performance.now(), stamped - asked];
  ahead = Math.min(Math.max(ahead ?? least, least), most);
}

/**
 * Call a listener when the device has slept, or its clock was set: the two clocks differ by something else than before.
 * @param {() => void} listener
 */
export function onJump(listener) {
  let before = Date.now() - performance.now();
  setInterval(() => {
    const difference = Date.now() - performance.now();
    if (Math.abs(difference - before) < JUMP) return;
    before = difference;
    listener();
  }, LOOK);
}
