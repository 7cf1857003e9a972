/** The random numbers that deals follow from, computed in the browser; docs/fairness.md describes them exactly. */

const NUMBERS = 1n << 256n; // that a block can be

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array[]} parts */
export function joined(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Return eight bytes, big-endian. @param {number} number */
function eightBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** The stream of one move: block n is SHA-256 over the seed, the number of the move, and n. */
export class Stream {
  /**
   * @param {Uint8Array} seed
   * @param {number} ply 0 before the first move
   */
  constructor(seed, ply) {
    this.prefix = joined(seed, eightBytes(ply));
    this.count = 0;
  }

  /** Return a number from 0 to `limit` - 1 (rejection sampling). @param {number} limit */
  async below(limit) {
    const many = BigInt(limit);
    for (;;) {
      const block = BigInt(`0x${toHex(await sha256(joined(this.prefix, eightBytes(this.count++))))}`);
      if (block < NUMBERS - (NUMBERS % many)) return Number(block % many);
    }
  }

  /**
   * Return the items in a random order (Fisher-Yates, from the last place down).
   * @template T
   * @param {Iterable<T>} items
   */
  async shuffled(items) {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = await this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }

  /**
   * Return the bag of a mirror match in the order of this move: all tiles are shuffled, those that are gone left out.
   * @param {string[]} bag
   * @param {Iterable<string>} full
   */
  async redrawn(bag, full) {
    /** @type {Record<string, number>} */
    const seen = {};
    const tiles = [...full].map((tile) => ({ tile, number: (seen[tile] = (seen[tile] ?? 0) + 1) }));
    const order = await this.shuffled(tiles);
    return order
      .filter(({ tile, number }) => number <= bag.filter((other) => other === tile).length)
      .map(({ tile }) => tile);
  }
}
