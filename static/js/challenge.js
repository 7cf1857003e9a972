/** Links with `data-dialog` open the form of a challenge in the page's dialog; without this script they lead to it. */

const { htmx } = window;
const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("new"));

/**
 * Show the form of the page at this address in the dialog; go to the page itself where that fails.
 * @param {HTMLDialogElement} place
 * @param {string} address
 */
async function showForm(place, address) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const form = page.getElementById("new_offer");
    if (!form) throw new Error(`no form at ${address}`);
    place.replaceChildren(closer(place), document.adoptNode(form));
    htmx.process(place);
    place.showModal();
  } catch {
    location.assign(address);
  }
}

/** @param {HTMLDialogElement} place */
function closer(place) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  button.className = "closer";
  button.setAttribute("aria-label", document.getElementById("question")?.dataset.close ?? "");
  button.addEventListener("click", () => place.close());
  return button;
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a[data-dialog]");
  if (!dialog || !(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showForm(dialog, link.href);
});
