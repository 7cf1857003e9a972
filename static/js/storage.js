/** Values that this browser keeps from page to page: in localStorage, which it may not have, or may refuse to fill. */

/**
 * Return the text kept under this key; null for none.
 * @param {string} key
 */
export function load(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // no storage
  }
}

/**
 * Return the value kept as JSON under this key; null for none, or for something else.
 * @param {string} key
 */
export function loadJson(key) {
  try {
    return JSON.parse(load(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keep a text, or a value as JSON, under this key; null removes it.
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether the browser keeps it; else the page knows it as long as it is open
 */
export function save(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
