/** Sends answers and opens cards without leaving the page: the site answers with the table, and what differs is swapped. */
import * as focus from "./duel_focus";
import { say, wait } from "./duel_live";
import { isPhone, show } from "./duel_sheet";
import { play, steps } from "./duel_steps";
import { read } from "./duel_regions";
import { swap } from "./duel_swap";
import { light } from "./duel_zones";

const REGIONS = "text/vnd.duelfolio.regions";

/** Where the focus goes after an answer. */
export type Aim = "prompt" | "card" | "same";

let busy = false;

/** Whether an answer is under way: a second one is not sent meanwhile. */
export function isBusy(): boolean {
  return busy;
}

async function settle(root: HTMLElement, next: HTMLElement, aim: Aim, name: string): Promise<void> {
  const spoken = root.dataset.say;
  const mode = root.dataset.mode;
  const since = Number(root.dataset.entries ?? 0);
  if (aim === "prompt" && next.dataset.speed !== "instant") await play(root, steps(next, since), next.dataset.speed ?? "");
  const sheet = root.dataset.sheet;
  swap(root, next);
  // A setting changed in the sheet leaves the sheet as it was.
  if (aim === "same" && sheet && root.dataset.sheet === "prompt" && sheet !== "card") root.dataset.sheet = sheet;
  focus.rove(root);
  light(root);
  const alert = root.querySelector<HTMLElement>("#prompt [role=alert]");
  if (alert) say(alert.textContent ?? "");
  else if (root.dataset.mode !== mode) say(root.dataset.mode ?? "");
  else if (root.dataset.say !== spoken) say(root.dataset.say ?? "");
  place(root, aim, name);
  watch(root);
}

/** Asks for news while the opponent thinks. */
export function watch(root: HTMLElement): void {
  wait(root, (text) => void take(root, text, "prompt", focus.nameOf(document.activeElement)));
}

/** After an answer the focus is on the question if there is one, else where it was; never on nothing. */
function place(root: HTMLElement, aim: Aim, name: string): void {
  if (aim === "prompt" && root.dataset.waiting !== "opponent") focus.focusOn(root.querySelector<HTMLElement>("#prompt"));
  else if (aim === "card" && root.dataset.sheet === "card") focus.focusOn(root.querySelector<HTMLElement>("#card"));
  focus.restore(root, name);
}

async function take(root: HTMLElement, text: string, aim: Aim, name: string): Promise<void> {
  const next = read(text);
  if (next) await settle(root, next, aim, name);
  else window.location.reload(); // Signed out, or an error page: show it.
}

async function request(root: HTMLElement, address: string, options: RequestInit, aim: Aim): Promise<void> {
  if (busy) return;
  busy = true;
  root.setAttribute("aria-busy", "true");
  const name = focus.nameOf(document.activeElement);
  try {
    const answer = await fetch(address, { ...options, headers: { Accept: REGIONS } });
    if (answer.redirected && !answer.url.includes("/duels/")) window.location.assign(answer.url);
    else await take(root, await answer.text(), aim, name);
  } catch {
    say(root.dataset.lost ?? "");
    const lost = root.querySelector<HTMLElement>("[data-lost-notice]");
    if (lost) lost.hidden = false;
  } finally {
    busy = false;
    root.removeAttribute("aria-busy");
  }
}

/** Sends a form of the table as its button would. */
export function send(root: HTMLElement, form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const body = new URLSearchParams();
  const fields = button ? new FormData(form, button) : new FormData(form);
  for (const [name, value] of fields) body.append(name, String(value));
  const settings = form.action.endsWith("/settings");
  return request(root, form.action, { method: "POST", body }, settings ? "same" : "prompt");
}

/** Opens a card or pile in its panel, or closes the panel; the address follows, so that a reload shows the same. */
export async function open(root: HTMLElement, address: string, aim: Aim): Promise<void> {
  const url = new URL(address, window.location.href);
  await request(root, url.pathname + url.search, {}, aim);
  window.history.replaceState(null, "", url.pathname + url.search);
  if (root.dataset.sheet !== "card") return;
  if (isPhone()) show(root, "card");
  else root.querySelector("#card")?.scrollIntoView({ block: "nearest" });
}
