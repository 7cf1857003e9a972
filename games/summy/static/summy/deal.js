/** Deals a match of Summy again in the browser. */

const DIGITS = [..."0123456789"].map((digit) => digit.repeat(8));
const SIGNS = [..."+-x:"].map((sign) => sign.repeat(7));
const REST = "=".repeat(18); // one of the 19 lies on the board

/** @type {DealAgain} */
export async function deal({ stream }) {
  return { faces: await stream(0).shuffled([...DIGITS, ...SIGNS, REST].join("")), fits: true };
}
