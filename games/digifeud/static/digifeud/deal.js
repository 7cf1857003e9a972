/** Deals a match of Digifeud again in the browser. */

const NUMBERS = `000${"1".repeat(9)}${[..."2345"].map((digit) => digit.repeat(5)).join("")}${[..."6789"]
  .map((digit) => digit.repeat(4))
  .join("")}??`;
/** @type {Record<string, number[]>} how many there are of each operator */
const OPERATORS = { "+-": [24, 24], "+-x": [16, 12, 12], "+-x/": [16, 12, 12, 8] };

/** @type {DealAgain} */
export async function deal({ options, stream }) {
  const random = stream(0);
  const numbers = await random.shuffled(NUMBERS);
  const signs = options.operators;
  const operators = await random.shuffled(
    [...signs].map((sign, place) => sign.repeat(OPERATORS[signs][place])).join(""),
  );
  return { faces: [...numbers, ...operators], fits: true };
}
