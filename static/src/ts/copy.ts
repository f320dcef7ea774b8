/** A button that copies the value of a field (`data-from`) and says so (`data-done`). */

const SHOWN_MS = 2500;

export function init(button: HTMLElement): void {
  const source = document.getElementById(button.dataset.from ?? "");
  const label = button.querySelector("span") ?? button;
  const words = label.textContent;
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (!(source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement)) return;
  source.addEventListener("focus", () => source.select());
  button.addEventListener("click", async () => {
    source.select();
    if (!(await copied(source.value))) return;
    label.textContent = button.dataset.done ?? words;
    clearTimeout(timer);
    timer = setTimeout(() => {
      label.textContent = words;
    }, SHOWN_MS);
  });
}

/** The clipboard of a page over plain HTTP is closed; the old command works there on what is selected. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
