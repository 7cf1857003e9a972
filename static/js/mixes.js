/** Remembers, in localStorage, the values that this browser added to deals, and the commitments it saw before. */

import { loadJson, save } from "./storage.js";

const KEY = "numgames.mixes";
const MOST = 300; // the oldest are forgotten

/**
 * A seal is a commitment, and the hash of the value that the opponent's browser had added by then ("" for none).
 * @typedef {{ value: string, seals: [string, string][] }} Mix
 */

/** @returns {Mix[]} */
function all() {
  const known = loadJson(KEY);
  return Array.isArray(known) ? known : [];
}

/**
 * Note a value down. Without storage the match is dealt alike, and only the note for the check at its end is missing.
 * @param {Mix} mix
 */
export function remember(mix) {
  save(KEY, [...all(), mix].slice(-MOST));
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
