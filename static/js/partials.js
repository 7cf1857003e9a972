/** Page fragments from the server, morphed into the page so that focus, input and scroll positions survive. */

import "./focus.js";

const { htmx } = window;
if (!htmx) throw new Error("htmx did not load"); // a module that needs partials must not run without it

/** @type {Promise<unknown>} messages are applied one after the other */
let queue = Promise.resolve();

/**
 * Replace elements by the top-level elements of `html` with the same id; a new turn is appended to the list of turns.
 * @param {string} html
 * @returns {Promise<void>} settled when all are in place
 */
export function apply(html) {
  const partials = parsed(html);
  const done = queue.then(async () => {
    for (const partial of partials) await place(partial);
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
    const partials = [...template.content.children].filter((partial) => partial.id);
    for (const partial of partials) if (partial.tagName === "TD") partial.setAttribute("tabindex", "-1");
    return partials;
  });
}

/**
 * Leave open in a fresh part of the page what the viewer has opened in the old one.
 * @param {ParentNode | null | undefined} fresh
 */
function keepOpen(fresh) {
  for (const { id } of document.querySelectorAll("details[id][open]")) {
    fresh?.querySelector(`details#${id}`)?.setAttribute("open", "");
  }
}

/**
 * Put an element in the place of the one with its id; `data-append` names the live region to whose end it goes instead,
 * so that it is announced.
 * @param {Element} partial
 */
async function place(partial) {
  const old = document.getElementById(partial.id);
  const region = document.getElementById(partial.getAttribute("data-append") ?? "");
  if (region) {
    old?.remove();
    return region.append(partial);
  }
  keepOpen(partial);
  if (partial.id === "status") return old?.replaceChildren(...partial.childNodes); // other words: none of them moves
  if (old) await htmx.swap({ text: partial.outerHTML, target: old, swap: "outerMorph", sourceElement: old });
  else if (partial.id.startsWith("turn-")) append(partial);
}

/** @param {Element} turn */
function append(turn) {
  document.getElementById("turns")?.append(turn);
  htmx.process(turn);
}
