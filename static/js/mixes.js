/** Remembers, in localStorage, the values that this browser added to deals, and the commitments it saw before. */

const KEY = "numgames.mixes";
const MOST = 300; // the oldest are forgotten

/**
 * A seal is a commitment, and the hash of the value that the opponent's browser had added by then ("" for none).
 * @typedef {{ value: string, seals: [string, string][] }} Mix
 */

/** @returns {Mix[]} */
function all() {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(known) ? known : [];
  } catch {
    return [];
  }
}

/** @param {Mix} mix */
export function remember(mix) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all(), mix].slice(-MOST)));
  } catch {
    // without storage the match is dealt alike, and only the note for the check at its end is missing
  }
}

/**
 * Return what this browser added to the deals with this commitment, the latest first.
 * @param {string} commitment
 * @returns {{ value: string, theirs: string }[]}
 */
export function mixesFor(commitment) {
  const found = all().flatMap(({ value, seals }) =>
    seals.filter(([seal]) => seal === commitment).map(([, theirs]) => ({ value, theirs })),
  );
  return found.reverse();
}

/**
 * Return whether this browser added this value to some deal.
 * @param {string} value
 */
export function hasMixed(value) {
  return all().some((mix) => mix.value === value);
}
