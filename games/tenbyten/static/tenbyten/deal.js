/** Deals a match of 10 BY 10 again in the browser: every game, and every chip that goes back into the container. */

const BLUE = ["a1", "e1", "c3", "a5", "e5"];
const RED = ["b2", "d2", "b4", "d4"];
const CHIPS = "1234".repeat(7);
const LETTERS = "abcde";

/** @param {DealStream} random */
async function dealGame(random) {
  const [a, b, c, d, centre, ...container] = await random.shuffled(CHIPS);
  const hands = [
    [a, b],
    [c, d],
  ];
  return { hands, board: new Map([["c3", centre]]), container, captured: [0, 0] };
}

/**
 * Return the squares of a line without the one of the chip that was played.
 * @param {string} line its ends, such as `a3:c3`
 * @param {string} played
 */
function others(line, played) {
  const [[column, row], [lastColumn, lastRow]] = line
    .split(":")
    .map((name) => [LETTERS.indexOf(name[0]), Number(name[1])]);
  const steps = Math.max(Math.abs(lastColumn - column), Math.abs(lastRow - row));
  const names = Array.from({ length: steps + 1 }, (_, step) => {
    const right = ((lastColumn - column) / steps) * step;
    return LETTERS[column + right] + (row + ((lastRow - row) / steps) * step);
  });
  return names.filter((name) => name !== played);
}

/** @type {DealAgain} */
export async function deal({ options, moves, stream }) {
  let game = await dealGame(stream(0));
  const faces = [...game.hands.flat(), game.board.get("c3") ?? "", ...game.container];
  const [chips, parts = 1] = (options.handicap ?? "0").split("/").map(Number);
  const inThreeGames = (chips * 3) / parts;
  /** @param {number} given */
  const goal = (given) => 10 - Math.floor((Math.max(given, 0) + Math.max(0, 3 - number)) / 3);
  const won = [0, 0];
  let [mover, starter, drawn, number] = [0, 0, 0, 1];
  for (const [place, move] of moves.entries()) {
    const random = stream(place + 1);
    const { hands, board, captured } = game;
    let { container } = game;
    const [chip, played] = [move[0], move.slice(1, 3)];
    if (!hands[mover].includes(chip)) return { faces, fits: false };
    hands[mover].splice(hands[mover].indexOf(chip), 1);
    board.set(played, chip);
    const taken = move.split("x").slice(1).flatMap((line) => others(line, played)); // prettier-ignore
    const returned = taken.filter((name) => RED.includes(name)).map((name) => board.get(name) ?? "");
    const isMirror = options.mirror === "yes";
    if (isMirror) container = await random.redrawn([...container, ...returned], CHIPS);
    else for (const face of returned) container.splice(await random.below(container.length + 1), 0, face);
    const bonus = Math.min(taken.filter((name) => BLUE.includes(name)).length, container.length);
    container.splice(isMirror ? container.length - bonus : 0, bonus);
    captured[mover] += taken.filter((name) => !RED.includes(name)).length + bonus;
    for (const name of taken) board.delete(name);
    const wins = captured[mover] >= goal(mover ? -inThreeGames : inThreeGames);
    const next = wins ? undefined : container.shift();
    if (next) hands[mover].push(next);
    game.container = container;
    if (!wins && container.length) {
      mover = 1 - mover;
      continue;
    }
    const fewer = captured[0] < captured[1] ? 0 : 1;
    const winner = wins ? mover : captured[0] === captured[1] ? null : fewer;
    drawn = winner === null ? drawn + 1 : 0;
    if (winner !== null) won[winner] += 1;
    mover = starter = winner ?? 1 - starter;
    number += 1;
    if (Math.max(...won) < 2 && String(drawn) !== options.drawn_games) game = await dealGame(random);
  }
  return { faces, fits: true };
}
