/**
 * The form for a pasted list keeps what is typed in this browser until it has been sent, so that closing the tab or a
 * lost session loses nothing. Without script the site keeps every list that was sent; only what was never sent is lost.
 */

const WAIT = 400;

/** Whether a kept text is worth offering: there is one, and the form does not show it (or another) already. */
export function worthOffering(kept: string | null, shown: string): boolean {
  return kept !== null && kept.trim() !== "" && shown.trim() === "";
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null; // Private windows may forbid it.
  }
}

export function init(form: HTMLElement): void {
  const text = form.querySelector<HTMLTextAreaElement>("textarea[name=text]");
  const note = form.querySelector<HTMLElement>("[data-draft-note]");
  const store = storage();
  const key = form.dataset.draft;
  if (!text || !store || !key) return;

  const kept = store.getItem(key);
  if (kept !== null && worthOffering(kept, text.value)) {
    text.value = kept;
    note?.removeAttribute("hidden");
  }
  form.querySelector("[data-draft-clear]")?.addEventListener("click", () => {
    text.value = "";
    store.removeItem(key);
    note?.setAttribute("hidden", "");
    text.focus();
  });

  let timer = 0;
  const keep = () => {
    try {
      if (text.value.trim()) store.setItem(key, text.value);
      else store.removeItem(key);
    } catch {
      // A full store keeps the earlier text: nothing worse than no script.
    }
  };
  text.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(keep, WAIT);
    note?.setAttribute("hidden", "");
  });
  form.addEventListener("submit", keep);
}
