/** The code that a QR code has behind the #, which no server sees, is filled in; the pupil presses the button. */

import { running } from "./running.js";

const field = document.querySelector("#card input[name=code]");
const code = decodeURIComponent(location.hash.slice(1));

if (field instanceof HTMLInputElement && /^[\w-]{8,12}$/.test(code)) {
  field.value = code;
  history.replaceState(null, "", location.pathname); // so that the history of a shared tablet does not have it
}

running("card");
