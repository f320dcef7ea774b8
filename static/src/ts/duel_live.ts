/** Speaking and waiting: one polite live region, and asking the site while the opponent thinks. */

const PAUSE = 40;
const ASK_EVERY = 600;

/** Says a sentence to screen readers; the same one twice is said twice. */
export function say(words: string): void {
  const live = document.getElementById("duel-live");
  const text = words.replace(/\s+/g, " ").trim();
  if (!live || !text) return;
  live.textContent = "";
  window.setTimeout(() => (live.textContent = text), PAUSE);
}

/** Fills `{name}` in a sentence of the page. */
export function filled(words: string, values: Record<string, string | number>): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

let timer = 0;

/** While the opponent thinks: shows the seconds, and asks for what is new until something is. */
export function wait(root: HTMLElement, take: (text: string) => void): void {
  window.clearInterval(timer);
  if (root.dataset.waiting !== "opponent") return;
  const began = Date.now();
  let asking = false;
  timer = window.setInterval(async () => {
    const elapsed = root.querySelector<HTMLElement>("[data-elapsed]");
    if (elapsed) elapsed.textContent = filled(elapsed.dataset.words ?? "", { seconds: Math.round((Date.now() - began) / 1000) });
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(`${root.dataset.wait}?version=${root.dataset.version}`, { headers: { Accept: "text/vnd.duelfolio.regions" } });
      if (answer.status === 200) {
        window.clearInterval(timer);
        take(await answer.text());
      }
    } catch {
      // The next try may get through.
    } finally {
      asking = false;
    }
  }, ASK_EVERY);
}
