/** Selection among several sets of squares by tapping one square. Pure functions, no DOM. */

/**
 * Return those of `all` that differ from `chosen` in this square and otherwise as little as possible; among equals,
 * those that drop no square of `chosen` come first.
 * @template T
 * @param {T[]} all
 * @param {T} chosen
 * @param {string} square
 * @param {(one: T) => string[]} squares
 * @returns {T[]}
 */
export function nearest(all, chosen, square, squares) {
  const now = squares(chosen);
  const others = all
    .filter((one) => squares(one).includes(square) !== now.includes(square))
    .map((one) => ({
      one,
      lost: beyond(now, squares(one)),
      far: beyond(now, squares(one)) + beyond(squares(one), now),
    }));
  const least = Math.min(...others.map(({ far }) => far));
  return others
    .filter(({ far }) => far === least)
    .sort((a, b) => a.lost - b.lost)
    .map(({ one }) => one);
}

/**
 * Count how many of `some` are not in `others`.
 * @param {string[]} some
 * @param {string[]} others
 */
function beyond(some, others) {
  return some.filter((square) => !others.includes(square)).length;
}
