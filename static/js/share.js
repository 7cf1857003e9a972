/** Sharing a result: by the clipboard or the device's share dialog. */

if (typeof navigator.share === "function") document.documentElement.dataset.shares = "";

/** @param {HTMLTextAreaElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy"); // the fallback without HTTPS, where there is no clipboard API
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-share]"));
  const field = document.getElementById("shared");
  if (!button || !(field instanceof HTMLTextAreaElement)) return;
  if (button.dataset.share === "send") {
    await navigator.share({ text: field.value }).catch(() => {}); // cancelled by the player
    return;
  }
  await copy(field);
  document.dispatchEvent(new CustomEvent("toast", { detail: button.dataset.toast }));
});
