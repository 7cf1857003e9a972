/** Which of several sets of squares is meant when one square is tapped. Touches no page. */

/**
 * Those of `all` that differ from `chosen` in this square and otherwise as little as can be; where several differ
 * as little, those that give up nothing come first.
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
    .map((one) => ({ one, lost: beyond(now, squares(one)), far: beyond(now, squares(one)) + beyond(squares(one), now) }));
  const least = Math.min(...others.map(({ far }) => far));
  return others
    .filter(({ far }) => far === least)
    .sort((a, b) => a.lost - b.lost)
    .map(({ one }) => one);
}

/**
 * How many of `some` are not among `others`.
 * @param {string[]} some
 * @param {string[]} others
 */
function beyond(some, others) {
  return some.filter((square) => !others.includes(square)).length;
}
