/** Translated sentences for scripts, taken from the page. */

import { announce } from "./announce.js";

/**
 * Return the sentence `name` of `<template id="words">` with its `{placeholders}` filled in; "" if the page has none.
 * @param {string} name
 * @param {Record<string, string>} [values]
 * @returns {string}
 */
export function word(name, values = {}) {
  const text = document.getElementById("words")?.dataset[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, place) => values[place] ?? whole);
}

/**
 * Return the visible text of an element, without the text for screen readers only.
 * @param {Element | null | undefined} element
 * @returns {string}
 */
export function seen(element) {
  const copy = /** @type {Element | undefined} */ (element?.cloneNode(true));
  for (const hidden of copy?.querySelectorAll(".visually-hidden, .parts, .voiced > :last-child") ?? []) hidden.remove();
  return copy?.textContent?.trim() ?? "";
}

const SHOWN = 8_000; // milliseconds that a notice is shown

let timer = 0;

/**
 * Show a notice for some seconds, announced once by screen readers; "" removes it.
 * @param {string} text
 * @param {string} [href] makes it a link
 * @param {boolean} [stays] until something else is said, as a link does
 */
export function notice(text, href = "", stays = Boolean(href)) {
  const place = document.getElementById("notice");
  if (!place) return;
  clearTimeout(timer);
  announce(place, href ? Object.assign(document.createElement("a"), { href, textContent: text }) : text);
  if (!stays) timer = setTimeout(() => announce(place), SHOWN);
}

/**
 * Go to a path from the server; offer it as a link if the page is not visible. Ignores other sites.
 * @param {string} path
 */
export function follow(path) {
  if (!path.startsWith("/") || path.startsWith("//")) return;
  if (document.visibilityState === "visible") return location.assign(path);
  document.title = word("news");
  notice(word("news"), path);
}
