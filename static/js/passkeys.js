/** Forms with `data-passkey`: their button has the browser create or use a passkey, and sends what it answers. */

import { running } from "./running.js";

const ABLE = typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";

/**
 * Return the options of WebAuthn: those in the form, else fetched from the server.
 * @param {HTMLFormElement} form
 */
async function optionsOf(form) {
  const written = form.querySelector("script[type='application/json']");
  if (written) return JSON.parse(written.textContent ?? "");
  const answer = await fetch(form.dataset.ask ?? "", { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()).request_options;
}

/** @param {HTMLFormElement} form */
async function credentialOf(form) {
  const { publicKey } = await optionsOf(form);
  if (form.dataset.passkey === "create") {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"))) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const failed = /** @type {HTMLElement} */ (form.querySelector("[data-failed]"));
  const missing = /** @type {HTMLElement} */ (form.querySelector("[data-missing]"));
  button.disabled = !ABLE;
  missing.hidden = ABLE;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = failed.hidden = true;
    try {
      const credential = /** @type {PublicKeyCredential | null} */ (await credentialOf(form));
      const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("credential"));
      field.value = JSON.stringify(credential);
      form.submit();
    } catch {
      failed.hidden = false; // refused, timed out, or the server did not answer
    } finally {
      button.disabled = false;
    }
  });
}
running("passkeys");
