/** Replaces the header and the CSRF tokens of a page on which a visitor has become a guest without a reload. */

import { noteIdentity } from "./identity.js";
import { running } from "./running.js";

document.addEventListener("htmx:after:swap", () => {
  const fresh = document.getElementById("signed-in");
  if (!(fresh instanceof HTMLTemplateElement)) return;
  const { token = "", user = "" } = fresh.dataset;
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=csrfmiddlewaretoken]"));
  document.getElementById("header")?.replaceWith(fresh.content);
  for (const field of fields) field.value = token;
  document.body.setAttribute("hx-headers:inherited", JSON.stringify({ "X-CSRFToken": token }));
  fresh.remove();
  document.documentElement.dataset.user = user;
  noteIdentity();
});
running("guest");
