/** The minimap of a large board: its occupied squares, and a frame around the visible part. */

/**
 * Draw the minimap.
 * @param {HTMLElement} pane the board's scroll container
 */
export function drawMap(pane) {
  const map = /** @type {HTMLCanvasElement | null} */ (document.getElementById("map"));
  const brush = map?.getContext("2d");
  if (!map || !brush) return;
  const { color, accentColor, backgroundColor } = getComputedStyle(map);
  const cells = pane.querySelectorAll("td[id]");
  const columns = cells[0]?.parentElement?.querySelectorAll("td[id]").length || 1;
  const dot = 3; // pixels of the canvas for each square
  Object.assign(map, { width: columns * dot, height: (cells.length / columns) * dot });
  brush.fillStyle = backgroundColor;
  brush.fillRect(0, 0, map.width, map.height);
  cells.forEach((cell, index) => {
    if (!cell.childElementCount) return;
    brush.fillStyle = cell.matches(".last, .placed") ? accentColor : color;
    brush.fillRect((index % columns) * dot, Math.floor(index / columns) * dot, dot, dot);
  });
  frame(pane, map, brush, accentColor);
}

/**
 * Draw the frame around the visible part, unless all of it is visible.
 * @param {HTMLElement} pane
 * @param {HTMLCanvasElement} map
 * @param {CanvasRenderingContext2D} brush
 * @param {string} colour
 */
function frame(pane, map, brush, colour) {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = pane;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return;
  const [across, down] = [map.width / scrollWidth, map.height / scrollHeight];
  brush.strokeStyle = colour;
  brush.lineWidth = 3;
  brush.strokeRect(
    scrollLeft * across + 1.5,
    scrollTop * down + 1.5,
    Math.max(3, clientWidth * across - 3),
    Math.max(3, clientHeight * down - 3),
  );
}
