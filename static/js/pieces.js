/** Page fragments from the server, morphed into the page so that focus, input and scroll positions survive. */

const { htmx } = window;

/** @type {Promise<unknown>} messages are applied one after the other */
let queue = Promise.resolve();

/**
 * Replace elements by the top-level elements of `html` with the same id; a new turn is appended to the list of turns.
 * @param {string} html
 * @returns {Promise<void>} settled when all are in place
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
 * Parse the fragments in their order. Squares come first and are parsed separately: an element right after a `<td>`
 * would be parsed as a part of its table, where a form loses its fields.
 * @param {string} html
 * @returns {Element[]}
 */
function parsed(html) {
  const squares = /^(\s*<td[\s>][^]*?<\/td>)*/.exec(html)?.[0] ?? "";
  return [squares, html.slice(squares.length)].flatMap((part) => {
    const template = document.createElement("template");
    template.innerHTML = part;
    const pieces = [...template.content.children].filter((piece) => piece.id);
    for (const piece of pieces) if (piece.tagName === "TD") piece.setAttribute("tabindex", "-1");
    return pieces;
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
