/** Modal questions to the player: yes or no, and one of several answers. */

/**
 * Ask in the page's dialog whether to play a move.
 * @param {string} question
 * @param {string} answer what stands on the button that agrees
 * @param {boolean} risky whether the focus is on the button that cancels; otherwise Enter agrees
 * @returns {Promise<boolean>} whether the player agreed
 */
export async function confirmed(question, answer, risky) {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("question"));
  if (!dialog) return window.confirm(question);
  const text = document.getElementById("question-text");
  if (text) text.textContent = question;
  const agree = /** @type {HTMLElement | null} */ (dialog.querySelector("[value=yes]"));
  if (agree) Object.assign(agree, { textContent: answer, className: `button ${risky ? "danger" : "primary"}` });
  if (!risky) setTimeout(() => agree?.focus());
  return (await shown(dialog)) === "yes";
}

/**
 * Ask for one of `answers`, by a button or by typing it.
 * @param {string} question
 * @param {string[]} answers
 * @returns {Promise<string>} the answer, or "" for none
 */
export async function chosen(question, answers) {
  const dialog = document.createElement("dialog");
  dialog.className = "digits";
  dialog.setAttribute("aria-label", question);
  dialog.append(Object.assign(document.createElement("p"), { textContent: question }));
  const form = Object.assign(document.createElement("form"), { method: "dialog", className: "row" });
  const cancel = Object.assign(button(""), { ariaLabel: document.getElementById("question")?.dataset.close });
  form.append(...answers.map((answer) => button(answer)), Object.assign(cancel, { textContent: "×" }));
  dialog.append(form);
  dialog.addEventListener("keydown", (event) => {
    if (event.repeat || !answers.includes(event.key)) return;
    event.preventDefault(); // otherwise the key would also type on the board
    dialog.close(event.key);
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  const answer = await shown(dialog);
  dialog.remove();
  return answer;
}

/** @param {string} value */
function button(value) {
  return Object.assign(document.createElement("button"), { value, textContent: value, className: "button" });
}

/**
 * Show a dialog and wait for its answer.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<string>} the value that closed it; "" for Escape
 */
function shown(dialog) {
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}
