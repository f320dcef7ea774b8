/** Nine options have a number key at a time; "0" hands the keys on to the next nine, and in the end back to the first. */
const KEYS = 9;

/** Where the nine begin that come after those that begin at `from`. */
export function after(from: number, options: number): number {
  return from + KEYS < options ? from + KEYS : 0;
}

/** Hands the keys on; returns the first option that has one now, null while all options have theirs. */
export function handOn(root: ParentNode): HTMLElement | null {
  const options = Array.from(root.querySelectorAll<HTMLElement>("#prompt .options .option:not(.option--pass, .option--hold)"));
  if (options.length <= KEYS) return null;
  const now = options.findIndex((option) => option.dataset.number !== undefined);
  const from = after(Math.max(now, 0), options.length);
  options.forEach((option, place) => {
    option.querySelector(":scope > kbd:first-child")?.remove();
    delete option.dataset.number;
    if (place < from || place >= from + KEYS) return;
    option.dataset.number = String(place - from + 1);
    const key = document.createElement("kbd");
    key.textContent = option.dataset.number;
    key.setAttribute("aria-hidden", "true");
    option.prepend(key);
  });
  return options[from] ?? null;
}
