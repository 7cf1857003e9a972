/** A visitor who becomes a guest on a page that stays: its header and the tokens of its forms are replaced. */

document.addEventListener("htmx:after:swap", () => {
  const fresh = document.getElementById("signed-in");
  if (!(fresh instanceof HTMLTemplateElement)) return;
  const { token = "" } = fresh.dataset;
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=csrfmiddlewaretoken]"));
  document.getElementById("header")?.replaceWith(fresh.content);
  for (const field of fields) field.value = token;
  document.body.setAttribute("hx-headers:inherited", JSON.stringify({ "X-CSRFToken": token }));
  fresh.remove();
});
