/**
 * The builder of a deck: steps are saved without leaving the page, cards are dragged between search and piles, arrows
 * walk through the lists, and on a phone two panes take turns. Without it every button is a plain form.
 */
import htmx from "htmx.org";
import { type Outcome, type Step, StepQueue, arrowTarget, newKey, valuesOf } from "./deck_steps";

const LIVE = "deck-live";
const COLUMNS = [".deck-hit__acts .btn--primary", ".deck-hit__acts .btn:not(.btn--primary)", '[id^="minus-"]', '[id^="plus-"]', '[id^="more-"]'];

interface Dragged {
  card?: string;
  entry?: string;
  pile?: string;
}

export function init(root: HTMLElement): void {
  const said = root.querySelector<HTMLElement>("[data-deck-said]");
  const failure = root.querySelector<HTMLElement>("[data-deck-failed]");
  const live = () => document.getElementById(LIVE);
  const changeUrl = root.dataset.change ?? "";
  let status = 0;
  let dragged: Dragged | undefined;

  root.addEventListener("htmx:beforeOnLoad", (event) => {
    status = (event as CustomEvent<{ xhr: XMLHttpRequest }>).detail.xhr.status;
  });

  async function send(step: Step): Promise<Outcome> {
    const open = Array.from(live()?.querySelectorAll<HTMLDetailsElement>("details[id][open]") ?? [], (one) => one.id);
    const focused = document.activeElement;
    const pile = (focused?.closest("[data-pile]") as HTMLElement | null)?.dataset.pile;
    status = 0;
    try {
      await htmx.ajax("post", step.url, {
        source: root,
        target: `#${LIVE}`,
        swap: "outerHTML",
        values: { ...step.values, version: live()?.dataset.version ?? "", form_key: step.key },
      });
    } catch {
      return "again";
    }
    if (status >= 500) return "again";
    if (status >= 400 && status !== 409 && status !== 422) return "failed";
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    // What had the focus is another element now, or gone with the last copy.
    if (document.activeElement === document.body) {
      const same = focused?.id ? document.getElementById(focused.id) : null;
      (same ?? (pile ? document.getElementById(`pile-${pile}-title`) : null))?.focus({ preventScroll: true });
    }
    countHits();
    const trouble = document.getElementById("deck-trouble");
    if (trouble) {
      show("deck");
      trouble.focus();
    }
    if (said) said.textContent = live()?.dataset.said ?? "";
    return "done";
  }

  /** Says beside each card found how often it is in the deck now. */
  function countHits(): void {
    for (const hit of root.querySelectorAll<HTMLElement>(".deck-hit[data-card]")) {
      const rows = live()?.querySelectorAll<HTMLElement>(`[data-of-card="${hit.dataset.card}"]`) ?? [];
      const copies = Array.from(rows).reduce((sum, row) => sum + Number(row.dataset.copies), 0);
      const label = hit.querySelector<HTMLElement>(".deck-hit__in");
      if (label) label.textContent = copies ? (root.dataset.inDeck ?? "").replace("{num}", String(copies)) : "";
    }
  }

  // Cards found before a step was saved may arrive after it.
  root.addEventListener("htmx:load", (event) => {
    if ((event.target as HTMLElement).id === "deck-results") countHits();
  });
  // The search follows the typing; asking again when the field is left would exchange the list under the reader's fingers.
  document.getElementById("deck-q")?.addEventListener("change", (event) => event.stopPropagation());

  const queue = new StepQueue(send, () => {
    if (!failure) return;
    failure.textContent = root.dataset.failed ?? "";
    failure.hidden = false;
  });

  function take(url: string, values: Record<string, string>): void {
    if (failure) failure.hidden = true;
    root.setAttribute("aria-busy", "true");
    void queue.add({ url, values, key: newKey() }).then(() => {
      if (queue.size === 0) root.removeAttribute("aria-busy");
    });
  }

  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.deckStep === undefined) return;
    event.preventDefault();
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    take(form.action, valuesOf(new FormData(form), button));
    form.querySelector<HTMLDetailsElement>("details.menu[open]")?.removeAttribute("open");
  });

  root.addEventListener("change", (event) => {
    const form = (event.target as HTMLElement).closest<HTMLFormElement>("form[data-on-change]");
    form?.requestSubmit();
  });

  // --- panes of a phone ---
  function show(pane: string): void {
    root.dataset.pane = pane;
    const address = new URL(location.href);
    address.searchParams.set("pane", pane);
    history.replaceState(history.state, "", address);
    for (const link of root.querySelectorAll<HTMLElement>("[data-to-pane]")) {
      if (link.dataset.toPane === pane) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  root.addEventListener("click", (event) => {
    const target = event.target as HTMLElement;
    const link = target.closest<HTMLElement>("[data-to-pane]");
    if (link?.dataset.toPane) {
      event.preventDefault();
      show(link.dataset.toPane);
    }
  });

  document.querySelector("[data-opens-rename]")?.addEventListener("click", (event) => {
    const fold = document.getElementById("deck-rename");
    if (!(fold instanceof HTMLDetailsElement)) return;
    event.preventDefault();
    (event.target as HTMLElement).closest("details.menu")?.removeAttribute("open");
    show("deck");
    fold.open = true;
    const field = fold.querySelector<HTMLInputElement>("input:not([type=hidden])");
    field?.focus();
    field?.select();
  });

  // --- arrows ---
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const at = event.target as HTMLElement;
    if (at.id === "deck-q" && event.key === "ArrowDown") {
      const first = root.querySelector<HTMLElement>(".deck-hit__acts .btn");
      if (first) {
        event.preventDefault();
        first.focus();
      }
      return;
    }
    if (at.closest(".menu__list")) return;
    const column = COLUMNS.find((selector) => at.matches(selector));
    if (!column) return;
    const all = Array.from(root.querySelectorAll<HTMLElement>(column));
    const to = arrowTarget(event.key, all.indexOf(at), all.length);
    if (to !== undefined) {
      event.preventDefault();
      all[to]?.focus();
    } else if (event.key === "ArrowUp" && column.includes("deck-hit")) {
      event.preventDefault();
      document.getElementById("deck-q")?.focus();
    }
  });

  // --- drag and drop, with a mouse ---
  root.addEventListener("pointerdown", (event) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>("[data-card], [data-entry]");
    if (item) item.draggable = event.pointerType === "mouse" && !(event.target as HTMLElement).closest("button, summary, input");
  });
  root.addEventListener("dragstart", (event) => {
    const item = (event.target as HTMLElement).closest?.<HTMLElement>("[data-card], [data-entry]");
    if (!item) return;
    dragged = { card: item.dataset.card, entry: item.dataset.entry, pile: item.dataset.pileOf };
    event.dataTransfer?.setData("text/plain", item.querySelector(".deck-row__name")?.textContent ?? "");
    if (event.dataTransfer) event.dataTransfer.effectAllowed = item.dataset.card ? "copy" : "move";
    root.classList.add("is-dragging");
  });
  const placeUnder = (event: DragEvent) => {
    const place = (event.target as HTMLElement).closest?.<HTMLElement>("[data-pile], .deck__search");
    if (!dragged || !place) return null;
    if (place.dataset.pile) return place.dataset.pile === dragged.pile ? null : place;
    return dragged.entry ? place : null;
  };
  root.addEventListener("dragover", (event) => {
    const place = placeUnder(event);
    for (const one of root.querySelectorAll(".is-target")) if (one !== place) one.classList.remove("is-target");
    if (!place) return;
    event.preventDefault();
    place.classList.add("is-target");
  });
  root.addEventListener("drop", (event) => {
    const place = placeUnder(event);
    if (!place || !dragged) return;
    event.preventDefault();
    const pile = place.dataset.pile;
    if (dragged.card && pile) take(changeUrl, { act: `add:${pile}`, card: dragged.card });
    else if (dragged.entry) take(changeUrl, { act: pile ? `move:${pile}` : "remove", entry: dragged.entry });
  });
  root.addEventListener("dragend", () => {
    dragged = undefined;
    root.classList.remove("is-dragging");
    for (const one of root.querySelectorAll(".is-target")) one.classList.remove("is-target");
  });
}
