/** A result to pass on: by the clipboard, or by whatever the device shares with. */

if (typeof navigator.share === "function") document.documentElement.dataset.shares = "";

/** @param {HTMLTextAreaElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy"); // without https there is no clipboard, but this
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-share]"));
  const field = document.getElementById("shared");
  if (!button || !(field instanceof HTMLTextAreaElement)) return;
  if (button.dataset.share === "send") {
    await navigator.share({ text: field.value }).catch(() => {}); // the player thought better of it
    return;
  }
  await copy(field);
  document.dispatchEvent(new CustomEvent("toast", { detail: button.dataset.said }));
});
