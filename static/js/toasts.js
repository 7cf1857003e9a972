/** Toasts: each has a button that closes it, and goes by itself unless it is pointed at or has the focus. */

/**
 * Give a toast its button to close, and have it go in time.
 * @param {HTMLElement} item
 * @param {number} stays in milliseconds
 */
export function tend(item, stays) {
  const ariaLabel = document.getElementById("question")?.dataset.close;
  item.append(Object.assign(document.createElement("button"), { ariaLabel, onclick: () => item.remove() }));
  const end = () => (item.matches(":hover, :focus-within") ? setTimeout(end, 1000) : item.remove());
  setTimeout(end, stays);
}
