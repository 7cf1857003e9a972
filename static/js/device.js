/** What is set for this device alone, kept in its browser: only scripts read it, so it never reaches the server. */

const KEY = "device";
const USUAL = { volume: 50, haptics: true, keys: true, live: "", days: "" };

/**
 * @typedef {typeof USUAL} Device volume in percent; whether letters and digits are shortcuts away from the board; how
 * moves are confirmed, by pace, "" as in the account
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
