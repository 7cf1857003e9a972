/** Deals a match of Digifeud again in the browser. */

const NUMBERS = [3, 9, 5, 5, 5, 5, 4, 4, 4, 4]; // how many there are of each digit
/** @type {Record<string, [string, number[], number]>} signs, how many of each, how many tiles fewer of each digit */
const ARITHMETICS = {
  "+-20": ["+-", [20, 20], 1],
  "+-": ["+-", [24, 24], 0],
  "+-x5": ["+-x", [12, 10, 10], 1],
  "+-x": ["+-x", [16, 12, 12], 0],
  "+-x/": ["+-x/", [16, 12, 12, 8], 0],
};

/** @type {DealAgain} */
export async function deal({ options, stream }) {
  const random = stream(0);
  const [signs, counts, fewer] = ARITHMETICS[options.operators];
  const digits = NUMBERS.map((many, digit) => String(digit).repeat(many - fewer));
  const numbers = await random.shuffled(`${digits.join("")}??`);
  const operators = await random.shuffled([...signs].map((sign, place) => sign.repeat(counts[place])).join(""));
  return { faces: [...numbers, ...operators], fits: true };
}
