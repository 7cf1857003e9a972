/** The sentences that scripts say: taken from the page, which has them in the reader's language. */

/**
 * The sentence called `name` in `<template id="words">`, with `{places}` filled in; "" where the page has none.
 * @param {string} name
 * @param {Record<string, string>} [values]
 * @returns {string}
 */
export function word(name, values = {}) {
  const text = document.getElementById("words")?.dataset[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, place) => values[place] ?? whole);
}

/**
 * What one reads here, without the words that only a screen reader says.
 * @param {Element | null | undefined} element
 * @returns {string}
 */
export function seen(element) {
  const copy = /** @type {Element | undefined} */ (element?.cloneNode(true));
  for (const hidden of copy?.querySelectorAll(".visually-hidden") ?? []) hidden.remove();
  return copy?.textContent?.trim() ?? "";
}

const SHOWN = 8_000; // milliseconds

let timer = 0;

/**
 * Says something in passing: seen for some seconds and read aloud once; "" takes it away.
 * @param {string} text
 * @param {string} [href] where the sentence leads, if anywhere
 */
export function notice(text, href = "") {
  const place = document.getElementById("notice");
  if (!place || (place.textContent === text && !href)) return;
  place.textContent = href ? "" : text;
  clearTimeout(timer);
  if (!href) timer = setTimeout(() => (place.textContent = ""), SHOWN);
  else place.append(Object.assign(document.createElement("a"), { href, textContent: text }));
}

/**
 * Follows a link that the server sent, or offers it while nobody is looking at the page.
 * @param {string} path
 */
export function follow(path) {
  if (!path.startsWith("/") || path.startsWith("//")) return;
  if (document.visibilityState === "visible") return location.assign(path);
  document.title = word("news");
  notice(word("news"), path);
}
