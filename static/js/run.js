/** What a bundle does; without bundles the browser runs the modules that a page names by itself. */

/**
 * Run those of the modules that the page names, in the order of the page, also after one that throws.
 * @param {Record<string, () => unknown>} modules
 */
export function run(modules) {
  for (const { dataset } of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("script[data-module]")))
    try {
      modules[dataset.module ?? ""]?.();
    } catch (error) {
      reportError(error);
    }
}
