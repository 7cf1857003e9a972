/** Settings of this device that only scripts read: in localStorage, never sent to the server. */

import { loadJson, save } from "./storage.js";

const KEY = "device";
const USUAL = { volume: 50, haptics: true, keys: true };

/**
 * @typedef {typeof USUAL} Device volume in percent; whether letters and digits are shortcuts away from the board
 */

/**
 * Return the settings of this device.
 * @returns {Device}
 */
export function device() {
  return { ...USUAL, ...loadJson(KEY) };
}

/**
 * Change settings of this device.
 * @param {Partial<Device>} changes
 * @returns {boolean} whether the browser kept them
 */
export function keep(changes) {
  return save(KEY, { ...device(), ...changes });
}
