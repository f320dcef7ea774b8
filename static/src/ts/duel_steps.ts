/** Shows what the opponent did one step after the other, at the speed the reader chose, before the table changes. */

const PAUSES: Record<string, number> = { normal: 700, slow: 1800 };

/** The opponent's blocks of the log that are newer than `since`, oldest first. */
export function steps(next: ParentNode, since: number): string[] {
  const blocks = Array.from(next.querySelectorAll<HTMLElement>("[data-theirs]"));
  const found = blocks
    .map((block) => {
      // The page tells the newest line first.
      const lines = Array.from(block.querySelectorAll<HTMLElement>("[data-entry]"))
        .filter((line) => Number(line.dataset.entry) >= since)
        .sort((a, b) => Number(a.dataset.entry) - Number(b.dataset.entry));
      return { first: Number(lines[0]?.dataset.entry ?? -1), words: lines.map((line) => line.querySelector(".log-words")?.textContent ?? "").join(" ") };
    })
    .filter((block) => block.first >= 0);
  return found.sort((a, b) => a.first - b.first).map((block) => block.words);
}

/** Plays the steps; resolves when all were shown or the reader has had enough. A key or click never waits for it. */
export function play(root: HTMLElement, words: readonly string[], speed: string): Promise<void> {
  const place = document.getElementById("duel-steps");
  const line = place?.querySelector<HTMLElement>("[data-step]");
  if (!place || !line || words.length === 0 || (speed !== "step" && !(speed in PAUSES))) return Promise.resolve();
  return new Promise<void>((resolve) => {
    let at = -1;
    let timer = 0;
    const end = () => {
      window.clearTimeout(timer);
      place.hidden = true;
      place.removeEventListener("click", clicked);
      document.removeEventListener("keydown", pressed, true);
      resolve();
    };
    const next = () => {
      at += 1;
      if (at >= words.length) return end();
      line.textContent = words[at] ?? "";
      if (speed !== "step") timer = window.setTimeout(next, PAUSES[speed]);
    };
    const clicked = (event: Event) => ((event.target as Element).closest("[data-steps-end]") ? end() : speed === "step" ? next() : end());
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || event.key === "Shift") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (speed === "step" && event.key !== "Escape") next();
      else end();
    };
    place.hidden = false;
    root.dataset.playing = "";
    place.addEventListener("click", clicked);
    document.addEventListener("keydown", pressed, true);
    next();
  }).then(() => {
    delete root.dataset.playing;
  });
}
