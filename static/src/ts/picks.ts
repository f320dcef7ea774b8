/**
 * Choosing rows of a list: counts the ticks, ticks the whole page, and shows the bar of acts once something is chosen.
 * Without script every tick box and button of the bar works as it stands.
 */

/** How many stacks an act would concern: all that were found, or the ticked ones. */
export function chosen(ticked: number, whole: boolean, total: number): number {
  return whole ? total : ticked;
}

export function init(element: HTMLElement): void {
  const rows = [...element.querySelectorAll<HTMLInputElement>('input[name="stack"]')];
  const page = element.querySelector<HTMLInputElement>("[data-picks-page]");
  const whole = element.querySelector<HTMLInputElement>("[data-picks-whole]");
  const bar = element.querySelector<HTMLElement>("[data-picks-bar]");
  const count = element.querySelector<HTMLElement>("[data-picks-count]");
  let last: HTMLInputElement | null = null;

  const show = () => {
    const ticked = rows.filter((box) => box.checked).length;
    const number = chosen(ticked, whole?.checked ?? false, Number(whole?.dataset.total ?? 0));
    if (count) count.textContent = number.toLocaleString(document.documentElement.lang);
    bar?.toggleAttribute("data-idle", number === 0);
    if (page) {
      page.checked = ticked === rows.length && ticked > 0;
      page.indeterminate = ticked > 0 && ticked < rows.length;
    }
    for (const box of rows) box.closest("tr")?.classList.toggle("is-selected", box.checked);
  };

  page?.addEventListener("change", () => {
    for (const box of rows) box.checked = page.checked;
  });
  // With Shift everything between two ticks is ticked as well.
  element.addEventListener("click", (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !rows.includes(box)) return;
    if (event.shiftKey && last) {
      const [from, to] = [rows.indexOf(last), rows.indexOf(box)].sort((a, b) => a - b) as [number, number];
      for (const between of rows.slice(from, to + 1)) between.checked = box.checked;
    }
    last = box;
  });
  element.addEventListener("change", (event) => {
    const box = event.target;
    // The list's filters listen for changes too; a tick is none of theirs.
    if (box instanceof HTMLInputElement && box.type === "checkbox") event.stopPropagation();
    show();
  });
  show();
}
