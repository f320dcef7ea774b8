/** What this browser remembers of the reader's habits at the table. */

const KEY = "duelfolio.duel.letters";

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null; // Private windows may forbid it.
  }
}

/** Whether single letters do something. */
export function letters(): boolean {
  return storage()?.getItem(KEY) !== "off";
}

/** Ties the tick box in the list of keys to it. */
export function startPrefs(): void {
  const box = document.querySelector<HTMLInputElement>("[data-pref=letters]");
  if (!box) return;
  box.checked = letters();
  box.addEventListener("change", () => storage()?.setItem(KEY, box.checked ? "on" : "off"));
}
