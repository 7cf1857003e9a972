/** The button below a match that turns its sounds off and on, on this device. */

import { device, keep } from "./device.js";

const LOUD = 50; // percent, if it was never louder on this page

/**
 * Return whether the account has sounds on; sound.js applies the volume of the device.
 * @param {HTMLElement} match
 */
export function loud(match) {
  return match.dataset.sounds === "on";
}

/** Show the button and handle it. */
export function listenToMute() {
  const button = document.getElementById("mute");
  if (!button) return;
  let volume = device().volume || LOUD;
  const show = () => button.setAttribute("aria-pressed", String(device().volume === 0));
  button.addEventListener("click", () => {
    const now = device().volume;
    volume = now || volume;
    keep({ volume: now ? 0 : volume });
    show();
  });
  show();
  button.hidden = false;
}
