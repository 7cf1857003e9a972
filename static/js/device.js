/** Settings of this device that only scripts read: in localStorage, never sent to the server. */

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
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return USUAL; // the browser keeps nothing, or something else wrote there
  }
}

/**
 * Change settings of this device.
 * @param {Partial<Device>} changes
 * @returns {boolean} whether the browser kept them
 */
export function keep(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...device(), ...changes }));
    return true;
  } catch {
    return false;
  }
}
