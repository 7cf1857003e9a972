/**
 * The form of a challenge: links with `data-dialog` open it in the page's dialog; without this script they lead to it.
 * Another game is another form, which keeps what is filled in, and the focus.
 */

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

/** @type {{ values: FormData, isOpen: boolean } | null} what is filled in, and whether further options are shown */
let filled = null;

/**
 * Fill in the form again, but for the options of its game.
 * @param {HTMLFormElement} form
 * @param {FormData} values
 */
function fillIn(form, values) {
  for (const field of form.querySelectorAll("input, select")) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (field.type === "hidden" || field.name.startsWith("option-")) continue;
    if (field instanceof HTMLInputElement && field.type === "radio")
      field.checked = values.get(field.name) === field.value;
    else if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = values.has(field.name);
    else field.value = String(values.get(field.name) ?? field.value);
  }
}

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const form = ctx.target?.id === "new_offer" ? ctx.target.querySelector("form") : null;
  if (form) filled = { values: new FormData(form), isOpen: Boolean(form.querySelector("details")?.open) };
});

document.addEventListener("htmx:after:swap", () => {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("#new_offer form"));
  if (!filled || !form) return;
  fillIn(form, filled.values);
  form.querySelector("details")?.toggleAttribute("open", filled.isOpen);
  filled = null;
  /** @type {HTMLElement | null} */ (document.querySelector("#new_offer [aria-current]"))?.focus();
});
