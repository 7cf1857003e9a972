/** A toy game on a 13x13 board for boardgame.io: each move fills the next square, and it ends when the board is full. */

const SQUARES = 13 * 13;

module.exports.game = {
  name: "toy",
  setup: () => ({ squares: Array(SQUARES).fill(null), points: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: ({ G, playerID }, square) => {
      G.squares[square] = `tile ${square} of player ${playerID}`;
      G.points[Number(playerID)] += square % 7;
    },
  },
  endIf: ({ ctx }) => (ctx.turn > SQUARES ? { draw: true } : undefined),
};
