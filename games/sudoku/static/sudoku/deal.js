/** Deals a match of Sudoku Duel again in the browser. */

const BLOCKS = [0, 1, 2];

/** @type {DealAgain} */
export async function deal({ stream }) {
  const random = stream(0);
  const rows = [];
  for (const _band of BLOCKS) rows.push(await random.shuffled(BLOCKS));
  const columns = [];
  for (const _stack of BLOCKS) columns.push(await random.shuffled(BLOCKS));
  const digits = await random.shuffled("123456789");
  const board = [];
  for (const band of BLOCKS)
    for (const stack of BLOCKS)
      board.push({
        row: band * 3 + rows[band][stack],
        column: stack * 3 + columns[stack][band],
        digit: digits.shift(),
      });
  board.sort((one, other) => one.row - other.row || one.column - other.column);
  const bag = await random.shuffled("123456789".repeat(8));
  return { faces: [...board.map(({ digit }) => digit ?? ""), ...bag], fits: true };
}
