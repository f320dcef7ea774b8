/** Closes an open <details> menu on Escape, on a click beside it, and when another one opens. */

export function init(element: HTMLElement): void {
  if (!(element instanceof HTMLDetailsElement)) return;
  const summary = element.querySelector("summary");

  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !element.open) return;
    event.stopPropagation();
    element.open = false;
    summary?.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (element.open && !element.contains(event.target as Node)) element.open = false;
  });
  element.addEventListener("focusout", (event) => {
    // A tap on plain text moves the focus nowhere: only a move to another control closes.
    const next = event.relatedTarget as Node | null;
    if (element.open && next && !element.contains(next)) element.open = false;
  });
}
