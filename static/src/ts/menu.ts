/**
 * A <details> that behaves like a menu: its list floats above the page, and it
 * closes on Escape, on a click beside it and when the focus moves on.
 */
import { floating } from "./float";

export function init(element: HTMLElement): void {
  if (!(element instanceof HTMLDetailsElement)) return;
  const summary = element.querySelector("summary");
  const box = element.querySelector<HTMLElement>(":scope > :is(.menu__list, .confirm__box)");

  if (box && summary) {
    const start = box.matches(".menu__list--start, .confirm__box");
    const float = floating(box, summary, start ? "start" : "end");
    element.addEventListener("toggle", () => (element.open ? float.open() : float.close()));
  }
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
