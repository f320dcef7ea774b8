/** The table of a duel: joins answering, focus, keys, speaking and the phone's sheet. Without it every act is a page load. */
import { open, send, watch } from "./duel_answer";
import { beside, focusOn, move, reveal, rove } from "./duel_focus";
import { startKeys, type Order } from "./duel_keys";
import { say } from "./duel_live";
import { handOn } from "./duel_numbers";
import { startPrefs } from "./duel_prefs";
import { clicked, isPhone, show } from "./duel_sheet";
import { remember } from "./duel_swap";
import { chose, startZones } from "./duel_zones";

const find = (root: HTMLElement, selector: string): HTMLElement | null => root.querySelector<HTMLElement>(selector);

/** Says why something is not possible now; the words stand beside it. */
function explain(button: HTMLElement): void {
  const words = document.getElementById(button.dataset.why ?? "");
  if (!words) return;
  words.hidden = false;
  const name = button.querySelector(".option__label")?.textContent ?? "";
  say(`${name} ${words.textContent ?? ""}`);
}

function press(root: HTMLElement, selector: string): boolean {
  const button = find(root, selector);
  button?.click();
  return button !== null;
}

async function openCard(root: HTMLElement, cell: HTMLElement, then: string): Promise<void> {
  if (!(cell instanceof HTMLAnchorElement)) return;
  opener = cell.id;
  await open(root, cell.href, "same");
  if (isPhone()) show(root, "card");
  focusOn(find(root, then) ?? find(root, "#card"));
}

function obey(root: HTMLElement, order: Order, target: HTMLElement): boolean {
  switch (order.do) {
    case "move":
      return move(root, target, order.key);
    case "number":
      return press(root, `#prompt [data-number="${order.key}"]`);
    case "more":
      return focusOn(handOn(root));
    case "play": {
      const cards = Array.from(root.querySelectorAll<HTMLElement>("#board [data-playable], #hand [data-playable]"));
      const next = beside(cards, cards.includes(target) ? target : null, order.step);
      if (next) reveal(root, next);
      if (next?.closest("[data-grid]")) rove(root, next);
      return focusOn(next);
    }
    case "pile": {
      const pile = find(root, `[data-pile="${order.pile}"]`);
      if (pile) opener = pile.id;
      if (pile instanceof HTMLAnchorElement) void open(root, pile.href, "card").then(() => focusOn(find(root, "#card a.cell__card") ?? find(root, "#card")));
      return pile !== null;
    }
    case "pass":
      return press(root, "#prompt .option--pass") || press(root, "#bar [data-why=why-pass]");
    case "hold":
      return press(root, "#prompt [data-hold]");
    case "default":
      return press(root, "#prompt [data-default]") || true;
    case "phases":
      if (isPhone()) show(root, "phases");
      return focusOn(find(root, "#phases .phase:not([aria-disabled])") ?? find(root, "#phases .phase[aria-current]") ?? find(root, "#phases button"));
    case "name":
    case "stats": {
      const words = order.do === "name" ? target.dataset.name : target.dataset.stats;
      say(words ?? target.textContent ?? "");
      return true;
    }
    case "text":
      void openCard(root, target, "#card-text");
      return true;
    case "why":
      void openCard(root, target, "#why-not > summary");
      return true;
    case "chain": {
      const chain = find(root, "#chain");
      say(chain && !chain.hidden ? (chain.textContent ?? "") : (root.dataset.noChain ?? ""));
      return true;
    }
    case "board":
      return focusOn(find(root, "[data-grid] [tabindex='0']"));
    case "life":
      say(find(root, "#head")?.dataset.life ?? "");
      return true;
    case "help":
      say(`${find(root, "#prompt-title")?.textContent ?? ""} ${find(root, ".duel-prompt__text")?.textContent ?? ""}`);
      return focusOn(find(root, "#prompt"));
    case "undo":
      return press(root, "[data-undo]");
    case "keys":
      return press(root, "[data-keys-open]");
    case "close":
      return close(root);
  }
}

/** Id of what the card panel was opened from: closing it leads back there. */
let opener = "";

function close(root: HTMLElement): boolean {
  const link = find(root, "#card [data-close-card]");
  if (link instanceof HTMLAnchorElement) {
    const back = opener && document.getElementById(opener) ? opener : (find(root, "[data-card][aria-current]")?.id ?? "prompt");
    opener = "";
    void open(root, link.href, "same").then(() => focusOn(document.getElementById(back) ?? find(root, "#prompt")));
    return true;
  }
  show(root, "prompt");
  return focusOn(find(root, "#prompt"));
}

export function init(root: HTMLElement): void {
  remember(root);
  rove(root);
  startPrefs();
  startZones(root);
  startKeys(root, (order, target) => obey(root, order, target));
  root.addEventListener("focusin", (event) => {
    const cell = event.target as HTMLElement;
    if (cell.closest("[data-grid]")) rove(root, cell);
  });
  root.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.leaves !== undefined || !form.action.startsWith(`${window.location.origin}${root.dataset.url}/`)) return;
    event.preventDefault();
    void send(root, form, event.submitter);
  });
  root.addEventListener("click", (event) => {
    const target = event.target as Element;
    // A reason above the phone's bar covers part of the question: it goes with the next touch.
    for (const told of root.querySelectorAll<HTMLElement>("#bar > p")) told.hidden = true;
    const why = target.closest<HTMLElement>("[data-why][aria-disabled]");
    if (why) {
      event.preventDefault();
      explain(why);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (clicked(root, target) || chose(root, target)) {
      event.preventDefault();
      return;
    }
    const link = target.closest<HTMLAnchorElement>("a[data-card], a[data-pile], a[data-close-card]");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.closeCard === undefined && link.closest("#board, #hand, #prompt")) opener = link.id;
    if (link.dataset.closeCard !== undefined) close(root);
    // With a key the focus goes into the panel; a tap leaves it on the card.
    else void open(root, link.href, event.detail === 0 ? "card" : "same");
  });
  watch(root);
  // The keys shown on the options count at once, also when the duel has only just been begun or come back to.
  if (document.activeElement === document.body && !window.location.hash && !isPhone()) find(root, "#prompt")?.focus({ preventScroll: true });
}
