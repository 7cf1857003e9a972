/** Checks the deal of a finished match in this browser: from its file, the log, and what the browser remembers. */

import { hasMixed, mixesFor } from "./mixes.js";
import { running } from "./running.js";
import { fromHex, joined, sha256, Stream, toHex } from "./stream.js";

/** @typedef {{ game: string, match: string, seal: string, seed: string, deal?: string, server?: string, mixed?: string,
 *   start?: string, origin?: string, moves: string[], options: Record<string, string> }} MatchFile */

const list = document.getElementById("proof");
const encoder = new TextEncoder();

/**
 * Show how a check came out.
 * @param {string} name
 * @param {boolean} fits
 */
function show(name, fits) {
  const item = /** @type {HTMLElement | null} */ (list?.querySelector(`[data-check="${name}"]`));
  if (!item) return;
  item.hidden = false;
  item.className = fits ? "yes" : "no";
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (item.querySelectorAll("[data-if]")))
    part.hidden = (part.dataset.if === "yes") !== fits;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function hash(bytes) {
  return toHex(await sha256(bytes));
}

/**
 * Return the values that both browsers added, "" for none.
 * @param {MatchFile} file
 */
function valuesOf(file) {
  return (file.mixed ?? "- -").split(" ").map((value) => (value === "-" ? "" : value));
}

/**
 * Check that the seed follows from what was committed to, and return it.
 * @param {MatchFile} file
 */
async function checkSeed(file) {
  const stated = fromHex(file.seed);
  if (!file.deal) {
    show("commitment", (await hash(stated)) === file.seal);
    return stated;
  }
  const id = encoder.encode(file.match);
  const server = fromHex(file.server ?? "");
  show("commitment", (await hash(joined(server, id))) === file.seal);
  const mixed = valuesOf(file).map((value) => value || "0".repeat(64));
  const [smaller, larger] = [...mixed].sort();
  const seed = await sha256(joined(server, fromHex(smaller), fromHex(larger), id));
  show("seed", toHex(seed) === file.seed);
  if (file.start === "chance" && mixed[0] !== mixed[1])
    show("start", mixed[0] < mixed[1] === !((seed.at(-1) ?? 0) & 1));
  return seed;
}

/**
 * Check what this browser remembers: its own value, and what it had seen before it sent it.
 * @param {MatchFile} file
 */
async function checkMemory(file) {
  const values = valuesOf(file).filter(Boolean);
  const known = mixesFor(file.seal);
  const own = known.find(({ value }) => values.includes(value));
  if (known.length) {
    show("own", Boolean(own));
    const theirs = (own ?? known[0]).theirs;
    const hashes = await Promise.all(values.map((value) => hash(fromHex(value))));
    if (theirs) show("theirs", hashes.includes(theirs));
  } else if (values.some(hasMixed)) show("late", true);
}

/**
 * Check the line of the commitment in the log, which has to follow from the line before it.
 * @param {MatchFile} file
 * @param {string} address
 * @param {number} number
 */
async function checkLog(file, address, number) {
  const before = Math.max(number - 1, 1);
  const answer = await fetch(`${address}?from=${before}&to=${number}`);
  const lines = (await answer.text()).trim().split("\n");
  const [at, commitment, mixed, chain] = (lines.at(-1) ?? "").split(" ");
  const last = number > 1 ? (lines[0] ?? "").split(" ").at(-1) : "0".repeat(64);
  const expected = await hash(encoder.encode(`${last} ${at} ${commitment} ${mixed}`));
  show("log", at === String(number) && commitment === file.seal && chain === expected);
}

/**
 * Deal the match again and compare the order of all tiles with the one on the page.
 * @param {MatchFile} file
 * @param {Uint8Array} seed
 * @param {string} address of the game's module
 */
async function checkTiles(file, seed, address) {
  /** @type {{ deal: DealAgain }} */
  const { deal } = await import(address);
  const { faces, fits } = await deal({
    options: file.options,
    moves: file.moves,
    stream: (ply) => new Stream(seed, ply),
  });
  const shown = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".sealed[data-faces]"));
  show("tiles", fits && faces.join(" ") === [...shown].map((pile) => pile.dataset.faces).join(" "));
}

/** @param {DOMStringMap} data */
async function checkAll({ file: address = "", log = "", line = "", deal = "" }) {
  const answer = await fetch(address);
  /** @type {MatchFile} */
  const file = await answer.json();
  const seed = await checkSeed(file);
  await checkMemory(file);
  if (line) await checkLog(file, log, Number(line));
  if (deal && !file.origin) await checkTiles(file, seed, deal);
  list?.setAttribute("aria-busy", "false");
}

if (list) checkAll(list.dataset).catch(() => show("failed", false));
running("proof");
