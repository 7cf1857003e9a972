/** Sentences with a number: the server sends all forms, the browser's plural rules choose one. */

/**
 * Return the form of a sentence for this number, with the number in it.
 * @param {string | undefined} forms JSON: each form by the sample numbers that it is right for as `plurals` gives it
 * @param {number} number
 * @param {string} [language]
 * @returns {string}
 */
export function plural(forms, number, language = document.documentElement.lang) {
  const rules = new Intl.PluralRules(language);
  /** @param {string} samples */
  const fits = (samples) => samples.split(" ").some((one) => rules.select(Number(one)) === rules.select(number));
  const all = /** @type {[string, string][]} */ (Object.entries(JSON.parse(forms || "{}")));
  const [, sentence = ""] = all.find(([samples]) => fits(samples)) ?? all.at(-1) ?? [];
  return sentence.replace("{number}", `${number}`);
}
