/** Deals a match of Summy again in the browser. */

// How many there are of each digit, the signs, how many of each and of =, and how many 1s more
/** @type {Record<string, [number, string, number, number, number]>} */
const ARITHMETICS = {
  "+-20": [5, "+-", 9, 13, 3],
  "+-x5": [5, "+-x", 6, 13, 0],
  "+-x": [5, "+-x", 6, 13, 0],
  all: [8, "+-x:", 7, 19, 0],
};

/** @type {DealAgain} */
export async function deal({ options, stream }) {
  const [many, signs, each, equals, ones] = ARITHMETICS[options.calculations ?? "all"];
  const digits = [..."0123456789"].map((digit) => digit.repeat(digit === "1" ? many + ones : many));
  const rest = "=".repeat(equals - 1); // one lies on the board
  const pieces = [...digits, ...[...signs].map((sign) => sign.repeat(each)), rest].join("");
  return { faces: await stream(0).shuffled(pieces), fits: true };
}
