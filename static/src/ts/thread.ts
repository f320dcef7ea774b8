/** A thread's own scrolling: its newest lines are in sight, and reading older ones is not disturbed by what comes. */

const NEAR = 80;

/** How far the end is out of sight. The box is reversed, so its position counts backwards from the end. */
function fromEnd(box: HTMLElement): number {
  return Math.abs(box.scrollTop);
}

export function init(box: HTMLElement): void {
  const target = window.location.hash.startsWith("#message-") || window.location.hash.startsWith("#new-");
  if (!target) box.scrollTop = 0;
  let before = 0;
  let height = 0;
  box.addEventListener("htmx:beforeSwap", () => {
    before = fromEnd(box);
    height = box.scrollHeight;
  });
  box.addEventListener("htmx:afterSwap", (event) => {
    const grown = box.scrollHeight - height;
    const older = (event as CustomEvent<{ elt: Element }>).detail.elt.closest("[role=log]") === null;
    // Older ones are put above: the distance to the end stays. Newer ones: the end, or the line being read.
    box.scrollTop = older ? -before : before < NEAR ? 0 : -(before + grown);
  });
}
