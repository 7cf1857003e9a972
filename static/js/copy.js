/**
 * Buttons with `data-copy` copy the field of that id and confirm with the sentence in `data-copied`; those with
 * `data-send` share it, where the device can.
 */

if (typeof navigator.share === "function") document.documentElement.dataset.shares = "";

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // the fallback without HTTPS, where there is no clipboard API
  }
}

document.addEventListener("click", async ({ target }) => {
  const sender = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-send]"));
  const sent = sender && document.getElementById(sender.dataset.send ?? "");
  if (sent instanceof HTMLInputElement) await navigator.share({ url: sent.value }).catch(() => {}); // cancelled
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-copy]"));
  const field = button && document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  await copy(field);
  document.dispatchEvent(new CustomEvent("toast", { detail: button?.dataset.copied }));
});
