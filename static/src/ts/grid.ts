/**
 * The entry sheet of a set: digits write the number, arrows and Enter move, plus and minus count. Each cell is saved
 * when it is left; the plain form around it does the same for the whole sheet without script.
 */

const MOST = 999;

/** What a cell holds after plus or minus. Empty counts as 0. */
export function counted(text: string, by: number): number {
  const now = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return Math.min(MOST, Math.max(0, now + by));
}

/** How many cells a key moves: the sheet is one column. */
export function steps(key: string): number {
  return { ArrowDown: 1, Enter: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[key] ?? 0;
}

interface Answer {
  ok: boolean;
  message?: string;
  facts?: { now?: number };
}

export function init(element: HTMLElement): void {
  if (!(element instanceof HTMLFormElement)) return;
  const form: HTMLFormElement = element;
  const cells = Array.from(form.querySelectorAll<HTMLInputElement>('input[name^="n-"]'));
  // Saves go one after another: two of them for one cell must not overtake each other.
  let queue: Promise<void> = Promise.resolve();

  const shownOf = (cell: HTMLInputElement) => cell.previousElementSibling as HTMLInputElement;
  const changed = (cell: HTMLInputElement) => (cell.value.trim() || "0") !== shownOf(cell).value;

  /** Numbers of which any rarity is owned, in words the page gave. */
  function count(): void {
    const total = document.querySelector<HTMLElement>("[data-sheet-total]");
    const numbers = Array.from(form.querySelectorAll(".set-sheet__row.is-owned .set-sheet__number"), (one) => one.textContent);
    if (total?.dataset.sheetTotal) total.textContent = total.dataset.sheetTotal.replace("{owned}", String(new Set(numbers).size));
  }

  function mark(cell: HTMLInputElement, state: string, words = ""): void {
    const box = cell.closest<HTMLElement>(".set-sheet__cell");
    if (box) box.dataset.state = state;
    const row = cell.closest(".set-sheet__row");
    const status = row?.querySelector(".set-sheet__state");
    if (status) status.textContent = words;
    const owned = Number(shownOf(cell).value) > 0;
    cell.classList.toggle("is-set", owned);
    row?.classList.toggle("is-owned", owned || row.querySelector(".set-sheet__else")?.textContent !== "");
    count();
  }

  async function send(cell: HTMLInputElement): Promise<void> {
    if (!changed(cell)) return;
    const wanted = cell.value.trim() || "0";
    const body = new FormData();
    for (const name of ["csrf_token", "language", "edition", "condition", "place_id"]) {
      body.set(name, form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "");
    }
    body.set(cell.name, wanted);
    body.set(shownOf(cell).name, shownOf(cell).value);
    mark(cell, "saving");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Requested-With": "grid", Accept: "application/json" } });
      const said = (await answer.json()) as Answer;
      if (said.ok) {
        shownOf(cell).value = wanted;
        cell.removeAttribute("aria-invalid");
        mark(cell, "saved");
        return;
      }
      if (typeof said.facts?.now === "number") shownOf(cell).value = String(said.facts.now);
      cell.setAttribute("aria-invalid", "true");
      mark(cell, "failed", said.message ?? form.dataset.failed);
    } catch {
      mark(cell, "failed", form.dataset.failed);
    }
  }

  const save = (cell: HTMLInputElement) => {
    queue = queue.then(() => send(cell));
  };

  form.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLInputElement && cells.includes(event.target)) event.target.select();
  });
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && cells.includes(event.target)) save(event.target);
  });
  form.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!(cell instanceof HTMLInputElement) || !cells.includes(cell)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = steps(event.key);
    if (move !== 0) {
      event.preventDefault();
      save(cell);
      const at = Math.min(cells.length - 1, Math.max(0, cells.indexOf(cell) + move));
      cells[at]?.focus();
      return;
    }
    if (event.key === "+" || event.key === "-") {
      event.preventDefault();
      cell.value = String(counted(cell.value, event.key === "+" ? 1 : -1));
      save(cell);
    } else if (event.key === "Escape") {
      const shown = shownOf(cell).value;
      cell.value = shown === "0" ? "" : shown;
      mark(cell, "");
    } else if (event.key.length === 1 && !/\d/.test(event.key)) {
      event.preventDefault();
    }
  });
  // The button at the end would send every cell: those not saved yet are enough.
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    cells.filter(changed).forEach(save);
  });
  window.addEventListener("beforeunload", (event) => {
    if (cells.some(changed)) event.preventDefault();
  });
}
