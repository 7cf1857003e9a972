/** Pieces of the page that the server sends: put in place of the old ones without disturbing who reads or types. */

const htmx = /** @type {any} */ (window).htmx;

/** @type {Promise<unknown>} pieces are applied one message after the other */
let queue = Promise.resolve();

/**
 * Puts each top-level element of `html` in place of the one with its id; a new turn joins the list of turns.
 * What has the focus, what is typed, and what is scrolled or open stays so.
 * @param {string} html
 * @returns {Promise<void>} settled when all of it is in place
 */
export function apply(html) {
  const pieces = parsed(html);
  const done = queue.then(async () => {
    for (const piece of pieces) await place(piece);
  });
  queue = done.catch((error) => console.error(error));
  return done;
}

/**
 * The pieces in their order. Squares come first and are parsed by themselves: what follows a `<td>` directly would be
 * taken for a part of its table, where a form loses its fields.
 * @param {string} html
 * @returns {Element[]}
 */
function parsed(html) {
  const squares = /^(\s*<td[\s>][^]*?<\/td>)*/.exec(html)?.[0] ?? "";
  return [squares, html.slice(squares.length)].flatMap((part) => {
    const template = document.createElement("template");
    template.innerHTML = part;
    return [...template.content.children].filter((piece) => piece.id);
  });
}

/** @param {Element} piece */
async function place(piece) {
  const old = document.getElementById(piece.id);
  if (old) await htmx.swap({ text: piece.outerHTML, target: old, swap: "outerMorph", sourceElement: old });
  else if (piece.id.startsWith("turn-")) append(piece);
}

/** @param {Element} turn */
function append(turn) {
  const list = document.getElementById("turns");
  if (!list) return;
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  list.append(turn);
  htmx.process(turn);
  if (atEnd) list.scrollTop = list.scrollHeight;
}
