/** Says that a module of the page runs: `loading.js` takes the page for one without JavaScript otherwise. */

/**
 * Mark the script of this module. A module calls it last, when it has done all that the page needs of it.
 * @param {string} name
 */
export function running(name) {
  const address = `[data-module="js/${name}.js"], [src*="/js/${name}."]`; // in the bundle, and a file of its own
  document.querySelector(`script:is(${address})`)?.setAttribute("data-runs", name);
}
