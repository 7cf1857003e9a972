/** The player's tiles as plain values: their order on the rack and the squares they are placed on. No DOM. */

import { loadJson } from "./storage.js";

/**
 * @typedef {object} Tile
 * @property {string} face the text it shows
 * @property {string} kind the squares that accept it have the same
 * @property {string} group the tiles that lie together on the rack have the same: numbers, or signs
 * @property {string[]} becomes the faces that a blank may be placed as
 * @property {string} square it is placed on; "" on the rack
 * @property {string} as the face that a placed blank stands for
 * @property {number} at its number in the order of laying, from 1; 0 on the rack
 */

/** @typedef {{next: number, tiles: Tile[]}} Kept the stored state: the ply of our next move, and the tiles */

/**
 * Match the tiles with a new rack from the server: keep the player's order; new tiles fill the gaps of their group. A
 * tile that stays is the same object, because it may be held by a finger meanwhile.
 * @param {Tile[]} before
 * @param {Pick<Tile, "face" | "kind" | "group" | "becomes">[]} rack as the server rendered it
 * @param {boolean} played the placed tiles were played meanwhile
 * @returns {Tile[]}
 */
export function matched(before, rack, played) {
  const left = [...rack];
  const kept = new Map();
  for (const tile of [...before].sort((a, b) => (played ? a.at - b.at : b.at - a.at))) {
    const index = left.findIndex((other) => other.face === tile.face);
    if (index >= 0) kept.set(tile, left.splice(index, 1)[0]);
  }
  const old = before.filter((tile) => kept.has(tile));
  for (const tile of old) Object.assign(tile, kept.get(tile));
  if (played) old.forEach(lift);
  const fresh = left.map((tile) => ({ ...tile, square: "", as: "", at: 0 }));
  const filled = before.flatMap((tile) => {
    if (kept.has(tile)) return [tile];
    const index = fresh.findIndex(({ group }) => group === tile.group);
    return index < 0 ? [] : fresh.splice(index, 1);
  });
  return grouped([...filled, ...fresh], [...new Set(rack.map(({ group }) => group))]);
}

/**
 * Put the tiles of each group together, in their order.
 * @param {Tile[]} tiles
 * @param {string[]} [groups] in their order; as the tiles have them without
 * @returns {Tile[]}
 */
export function grouped(tiles, groups = [...new Set(tiles.map(({ group }) => group))]) {
  return [...tiles].sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group));
}

/**
 * Sort the tiles within their groups: by value, and what has none by its face.
 * @param {Tile[]} tiles
 * @returns {Tile[]}
 */
export function sorted(tiles) {
  const groups = [...new Set(tiles.map(({ group }) => group))];
  const value = ({ face = "" }) => (Number.isNaN(Number(face)) ? Infinity : Number(face));
  const inOrder = [...tiles].sort((a, b) => value(a) - value(b) || (a.face < b.face ? -1 : Number(a.face > b.face)));
  return grouped(inOrder, groups);
}

/**
 * Put a tile back on the rack.
 * @param {Tile} tile
 */
export function lift(tile) {
  Object.assign(tile, { square: "", as: "", at: 0 });
}

/**
 * Return the placed tiles in the order in which they were placed.
 * @param {Tile[]} tiles
 */
export function onBoard(tiles) {
  return tiles.filter((tile) => tile.square).sort((a, b) => a.at - b.at);
}

/**
 * Encode the placed tiles for the server: `e7:5 f7:+ g7:?8`.
 * @param {Tile[]} tiles
 */
export function spelled(tiles) {
  return onBoard(tiles)
    .map((tile) => `${tile.square}:${tile.as ? "?" : ""}${tile.as || tile.face}`)
    .join(" ");
}

/**
 * Load the state stored under this key.
 * @param {string} key
 * @returns {Kept}
 */
export function remembered(key) {
  const kept = loadJson(key);
  return Array.isArray(kept?.tiles) ? kept : { next: 0, tiles: [] };
}
