/**
 * Two clients for each match of a boardgame.io server, which move as soon as it is their turn:
 * node drive.cjs URL MATCHES SECONDS. Prints "begin" after the warm-up, and the number of moves at the end.
 */

const { createRequire } = require("node:module");
const load = createRequire(`${process.cwd()}/`);
const { Client } = load("boardgame.io/client");
const { SocketIO } = load("boardgame.io/multiplayer");
const { game } = require("./game.cjs");

const [url, matches, seconds] = process.argv.slice(2);
const WARM_UP = 2_000; // milliseconds
let moves = 0;

async function post(path, body) {
  const answer = await fetch(`${url}/games/toy/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** Join as this player; count a move when the opponent's client has it, and answer it. */
async function play(matchID, playerID) {
  const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: playerID });
  const options = { game, matchID, playerID, credentials: playerCredentials, debug: false };
  const client = Client({ ...options, multiplayer: SocketIO({ server: url }) });
  let turn = 0;
  client.subscribe((state) => {
    if (!state || !state.isConnected || state.ctx.gameover || state.ctx.turn === turn) return;
    if (state.ctx.currentPlayer !== playerID) return;
    turn = state.ctx.turn;
    moves += 1;
    setImmediate(() => client.moves.lay(turn - 1));
  });
  client.start();
}

async function main() {
  for (let number = 0; number < Number(matches); number += 1) begin();
  await new Promise((resolve) => setTimeout(resolve, WARM_UP));
  console.log("begin");
  const before = moves;
  await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(seconds)));
  console.log(moves - before);
  process.exit(0);
}

/** Begin a match, and another one when this one is over after 169 moves. */
async function begin() {
  const { matchID } = await post("create", { numPlayers: 2 });
  await Promise.all(["0", "1"].map((playerID) => play(matchID, playerID)));
}

main();
