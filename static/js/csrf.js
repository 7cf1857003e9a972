/** The headers that the server asks of every request that changes something. */

/**
 * Return the headers of the page with its CSRF token, as htmx sends them.
 * @returns {Record<string, string>}
 */
export function csrfHeaders() {
  return JSON.parse(document.body.getAttribute("hx-headers:inherited") ?? "{}");
}
