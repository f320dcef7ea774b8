/** Choosing a zone on the board: while the list of zones of an action is open, its zones are lit and take a press. */

const LIT = "is-choosable";

/** The zone a place of the board stands for: the cell, whether its id is on it or on the card that lies in it. */
function cellOf(root: HTMLElement, id: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-grid] #${CSS.escape(id)}`)?.closest<HTMLElement>("[role=gridcell]") ?? null;
}

function buttons(root: HTMLElement): HTMLButtonElement[] {
  return Array.from(root.querySelectorAll<HTMLButtonElement>("details[data-zones][open] [data-zone]"));
}

/** Lights the zones of the open list, and no others. */
export function light(root: HTMLElement): void {
  for (const cell of root.querySelectorAll(`.${LIT}`)) cell.classList.remove(LIT);
  for (const button of buttons(root)) cellOf(root, button.dataset.zone ?? "")?.classList.add(LIT);
}

/** Answers with the zone under a press on the board; true if it was a lit one. */
export function chose(root: HTMLElement, target: Element): boolean {
  const cell = target.closest<HTMLElement>(`[data-grid] .${LIT}`);
  if (!cell) return false;
  const button = buttons(root).find((one) => cellOf(root, one.dataset.zone ?? "") === cell);
  button?.click();
  return button !== undefined;
}

/** Follows the lists as they open and close: one at a time, or it would not be clear what a press does. */
export function startZones(root: HTMLElement): void {
  root.addEventListener(
    "toggle",
    (event) => {
      const list = event.target as HTMLElement;
      if (!(list instanceof HTMLDetailsElement) || list.dataset.zones === undefined) return;
      if (list.open) {
        for (const other of root.querySelectorAll<HTMLDetailsElement>("details[data-zones][open]")) if (other !== list) other.open = false;
      }
      light(root);
    },
    true,
  );
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    if (event.target instanceof HTMLElement && event.target.closest("[data-grid]") && chose(root, event.target)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}
