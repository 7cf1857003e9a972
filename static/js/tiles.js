/** The player's own tiles as plain values: the order on the rack, and what is laid where. Draws nothing. */

/**
 * @typedef {object} Tile
 * @property {string} face what it shows
 * @property {string} kind which squares take it
 * @property {string[]} becomes the faces that a blank may be laid as
 * @property {string} square where it is laid; "" on the rack
 * @property {string} as the face that a laid blank stands for
 * @property {number} at its place in the order of laying, from 1; 0 on the rack
 */

/** @typedef {{next: number, tiles: Tile[]}} Kept what is remembered: for which of our plies, and the tiles */

/**
 * The tiles after the server has shown the rack anew: the player's order stays, new tiles go to the end.
 * A tile that stays is the same object, so that a finger may be holding it meanwhile.
 * @param {Tile[]} before
 * @param {Pick<Tile, "face" | "kind" | "becomes">[]} rack as the server shows it
 * @param {boolean} played whether the laid tiles were played meanwhile, rather than still being laid
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
  return [...old, ...left.map((tile) => ({ ...tile, square: "", as: "", at: 0 }))];
}

/** @param {Tile} tile put back on the rack */
export function lift(tile) {
  Object.assign(tile, { square: "", as: "", at: 0 });
}

/**
 * The laid tiles in the order in which they were laid.
 * @param {Tile[]} tiles
 */
export function laid(tiles) {
  return tiles.filter((tile) => tile.square).sort((a, b) => a.at - b.at);
}

/**
 * How the server wants to hear of laid tiles: `e7:5 f7:+ g7:?8`.
 * @param {Tile[]} tiles
 */
export function spelled(tiles) {
  return laid(tiles)
    .map((tile) => `${tile.square}:${tile.as ? "?" : ""}${tile.as || tile.face}`)
    .join(" ");
}

/**
 * What was remembered under this key.
 * @param {string} key
 * @returns {Kept}
 */
export function remembered(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "");
    if (Array.isArray(kept.tiles)) return kept;
  } catch {
    // Nothing there, no storage, or not ours: start afresh.
  }
  return { next: 0, tiles: [] };
}

/**
 * Remembers this, or forgets it all with null.
 * @param {string} key
 * @param {Kept | null} kept
 */
export function remember(key, kept) {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
  } catch {
    // No storage: the tiles then live as long as the page.
  }
}
