/** A button with `data-copy` copies the field of that id, and says `data-copied`. */

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without https there is no clipboard, but this
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-copy]"));
  const field = button && document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  await copy(field);
  document.dispatchEvent(new CustomEvent("toast", { detail: button?.dataset.copied }));
});
