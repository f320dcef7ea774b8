/** The sheet of a phone: which panel it shows, and how tall the question stands. On a wide window it changes nothing. */

export type Panel = "prompt" | "card" | "phases" | "log";

/** What a tap on an opener shows: the panel, or the question again if the panel is open already. */
export function toggled(now: string | undefined, wanted: Panel): Panel {
  return now === wanted ? "prompt" : wanted;
}

export function isPhone(): boolean {
  return window.matchMedia("(width < 44rem)").matches;
}

export function show(root: HTMLElement, panel: Panel): void {
  root.dataset.sheet = panel;
  for (const opener of root.querySelectorAll<HTMLElement>("[data-sheet-open]")) {
    opener.setAttribute("aria-expanded", String(opener.dataset.sheetOpen === panel));
  }
}

/** Answers a click on something of the sheet; true if it was one. */
export function clicked(root: HTMLElement, target: Element): boolean {
  const opener = target.closest<HTMLElement>("[data-sheet-open]");
  if (opener) {
    if (!isPhone()) return false;
    const panel = toggled(root.dataset.sheet, opener.dataset.sheetOpen as Panel);
    show(root, panel);
    if (panel !== "prompt") root.querySelector<HTMLElement>(`#${panel}`)?.focus();
    return true;
  }
  const pull = target.closest<HTMLElement>("[data-sheet-pull]");
  if (pull) {
    const tall = root.dataset.tall === undefined;
    if (tall) root.dataset.tall = "";
    else delete root.dataset.tall;
    pull.setAttribute("aria-expanded", String(tall));
    return true;
  }
  if (target.closest("[data-sheet-close]")) {
    show(root, "prompt");
    root.querySelector<HTMLElement>("#prompt")?.focus();
    return true;
  }
  return false;
}
