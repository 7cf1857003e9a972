/** Sentences for screen readers: they announce what changes in a live region, so the same words again are a change. */

const MOMENT = 100; // milliseconds that a region is empty before it says the same again
/** @type {WeakMap<Element, number>} timers of regions that are about to say the same again */
const pending = new WeakMap();

/**
 * Say something in a live region. What it says already is removed and put back a moment later, so that it is announced
 * again.
 * @param {Element | null} region
 * @param {...(Node | string)} content none empties the region
 */
export function announce(region, ...content) {
  if (!region) return;
  const again = pending.has(region);
  clearTimeout(pending.get(region));
  pending.delete(region);
  const said = content.filter(Boolean);
  const words = said.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
  if (!words || (!again && words !== region.textContent)) return region.replaceChildren(...said);
  region.replaceChildren();
  const say = () => {
    pending.delete(region);
    region.replaceChildren(...said);
  };
  pending.set(region, setTimeout(say, MOMENT));
}
