/** The guide of a first match: marks the squares of the move that it proposes, whatever is drawn anew. */

const MARK = "proposed";

/** Gives the mark to the proposed squares, and takes it from all others. */
function mark() {
  const names = document.getElementById("guide")?.dataset.squares?.split(" ") ?? [];
  const squares = names.map((name) => name && document.getElementById(name)).filter((square) => square);
  for (const old of document.querySelectorAll(`.${MARK}`)) if (!squares.includes(old)) old.classList.remove(MARK);
  for (const square of squares) square.classList.add(MARK);
}

mark();
document.addEventListener("htmx:after:swap", mark);
