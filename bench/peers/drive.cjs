/**
 * Two clients for each match of a boardgame.io server, which move as soon as it is their turn:
 * node drive.cjs URL MATCHES SECONDS. Matches are played in rounds, from the first to the last of their 169 moves. For
 * each round after the first, which is the warm-up, prints "begin" when all pages are open, and then the number of moves;
 * "end" when the moves have taken this many seconds. Reads a line before it goes on from either.
 */

const { createRequire } = require("node:module");
const { createInterface } = require("node:readline");
const load = createRequire(`${process.cwd()}/`);
const { Client } = load("boardgame.io/client");
const { SocketIO } = load("boardgame.io/multiplayer");
const { game } = require("./game.cjs");

const [url, matches, seconds] = process.argv.slice(2);
const STALLED = 10_000; // milliseconds without a move after which the server is taken to have lost one
const SETTLED = 500; // milliseconds for what follows when pages open or close
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function post(path, body) {
  const answer = await fetch(`${url}/games/toy/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** All matches of a round. */
class Round {
  moves = 0;
  left = 2 * Number(matches); // pages that have not seen the end
  clients = [];
  ready = 0;
  begun = false;

  /** Create the matches, open both players' pages, and wait until each shows the match. */
  async open() {
    for (let number = 0; number < Number(matches); number += 1) {
      const { matchID } = await post("create", { numPlayers: 2 });
      for (const playerID of ["0", "1"]) await this.join(matchID, playerID);
    }
    await until(() => this.clients.every((client) => client.getState()?.isConnected), () => 0);
    await pause(SETTLED);
  }

  /** Join as this player; count a move when the opponent's client has it, and answer it. */
  async join(matchID, playerID) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: playerID });
    const options = { game, matchID, playerID, credentials: playerCredentials, debug: false };
    const client = Client({ ...options, multiplayer: SocketIO({ server: url }) });
    client.turn = 0; // the last one that this client has moved in
    client.over = false;
    client.subscribe(() => this.begun && this.look(client, playerID));
    this.clients.push(client);
    client.start();
  }

  look(client, playerID) {
    const state = client.getState();
    if (!state || !state.isConnected || client.over) return;
    if (state.ctx.gameover) {
      client.over = true;
      this.left -= 1;
    } else if (state.ctx.currentPlayer === playerID && state.ctx.turn !== client.turn) {
      client.turn = state.ctx.turn;
      this.moves += 1;
      setImmediate(() => client.moves.lay(client.turn - 1));
    }
  }

  /** Play all matches to the end; return the milliseconds. */
  async play() {
    const began = performance.now();
    this.begun = true;
    for (const client of this.clients) this.look(client, client.playerID);
    await until(() => this.left === 0, () => this.moves);
    return performance.now() - began;
  }

  async close() {
    for (const client of this.clients) client.stop();
    await pause(SETTLED);
  }
}

/** Wait for this; throw an error when `progress` has not changed for a long time. */
async function until(isDone, progress) {
  let [before, since] = [progress(), performance.now()];
  while (!isDone()) {
    await pause(5);
    if (progress() !== before) [before, since] = [progress(), performance.now()];
    if (performance.now() - since > STALLED) throw new Error(`nothing happens any more after ${before} moves`);
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function say(line) {
  console.log(line);
  await answers.next();
}

async function main() {
  let left = 1_000 * Number(seconds);
  for (let number = 0; left > 0; number += 1) {
    const round = new Round();
    await round.open();
    if (number) await say("begin");
    const passed = await round.play();
    if (number) {
      await say(round.moves);
      left -= passed;
    }
    await round.close();
  }
  console.log("end");
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
