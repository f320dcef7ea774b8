/**
 * Keeps a double click from sending a form twice: after the first submit its
 * button is busy until the page is left, or shown again from the history.
 */

const BUSY = "aria-busy";

function buttonsOf(form: HTMLFormElement): HTMLButtonElement[] {
  return Array.from(form.elements).filter(
    (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === "submit",
  );
}

const ASK_AFTER_MS = 2000;
const ASK_EVERY_MS = 3000;

/** Asks, while an answer is awaited, why it takes long, and says so at the foot of the page. */
function sayWhy(root: Document, form: HTMLFormElement): void {
  const address = root.querySelector<HTMLMetaElement>('meta[name="busy-url"]')?.content;
  if (!address) return;
  let note: HTMLElement | undefined;
  const ask = async () => {
    if (!form.dataset.sent) {
      note?.remove();
      return;
    }
    const answer = await fetch(address, { headers: { Accept: "text/plain" } }).catch(() => undefined);
    if (answer?.status === 200) {
      note ??= root.createElement("p");
      note.className = "busy-note";
      note.setAttribute("role", "status");
      note.textContent = await answer.text();
      if (!note.isConnected) root.body.append(note);
    }
    setTimeout(() => void ask(), ASK_EVERY_MS);
  };
  setTimeout(() => void ask(), ASK_AFTER_MS);
}

/** Makes the form's buttons usable again. */
export function release(form: HTMLFormElement): void {
  delete form.dataset.sent;
  for (const button of buttonsOf(form)) {
    button.removeAttribute(BUSY);
    button.removeAttribute("aria-disabled");
  }
}

export function guardSubmits(root: Document): void {
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
    if (form.dataset.sent) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // A module or htmx that answers itself has stopped the event by now; a download leaves the page as it is.
    if (event.defaultPrevented || form.target === "_blank" || form.dataset.download !== undefined) return;
    form.dataset.sent = "1";
    // `disabled` would drop the button's own name and value from what is sent.
    const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter : buttonsOf(form)[0];
    for (const button of buttonsOf(form)) button.setAttribute("aria-disabled", "true");
    pressed?.setAttribute(BUSY, "true");
    sayWhy(root, form);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) root.querySelectorAll<HTMLFormElement>("form[data-sent]").forEach(release);
  });
}
