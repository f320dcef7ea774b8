/** The keys of the table. Letters count only while the board, the hand or the question has the focus. */
import { letters } from "./duel_prefs";
import { isTyping } from "./shortcut";

/** What a key asks for. */
export type Order =
  | { do: "move" | "number"; key: string }
  | { do: "play"; step: 1 | -1 }
  | { do: "pile"; pile: string }
  | { do: "more" | "pass" | "hold" | "default" | "phases" | "name" | "stats" | "text" | "why" | "chain" | "board" | "life" | "help" | "undo" | "close" | "keys" };

const LETTERS: Record<string, Order> = {
  j: { do: "play", step: 1 },
  k: { do: "play", step: -1 },
  p: { do: "pass" },
  P: { do: "hold" },
  e: { do: "phases" },
  n: { do: "name" },
  t: { do: "stats" },
  d: { do: "text" },
  w: { do: "why" },
  c: { do: "chain" },
  g: { do: "pile", pile: "gy" },
  G: { do: "pile", pile: "opp_gy" },
  x: { do: "pile", pile: "extra" },
  X: { do: "pile", pile: "opp_extra" },
  r: { do: "pile", pile: "banished" },
  R: { do: "pile", pile: "opp_banished" },
  b: { do: "board" },
  l: { do: "life" },
  h: { do: "help" },
  z: { do: "undo" },
};

/** What a pressed key means; null if it is left to the browser. */
export function orderOf(key: string, onControl: boolean, withLetters: boolean): Order | null {
  if (/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(key)) return { do: "move", key };
  if (key === "Escape") return { do: "close" };
  // Enter and Space press the button that has the focus.
  if (key === " ") return onControl ? null : { do: "default" };
  if (!withLetters) return null;
  if (/^[1-9]$/.test(key)) return { do: "number", key };
  if (key === "0") return { do: "more" };
  if (key === "?") return { do: "keys" };
  return LETTERS[key] ?? null;
}

/** Listens on the table and hands every order over. */
export function startKeys(root: HTMLElement, obey: (order: Order, target: HTMLElement) => boolean): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    if (document.querySelector("dialog[open]") || isTyping(target)) return;
    const inside = target.closest<HTMLElement>("#board, #hand, #prompt, #card, #phases, #log, #chain, #more, #bar");
    const letterPlace = target.closest("#board, #hand, #prompt") !== null;
    if (!inside || !root.contains(inside)) return;
    const onControl = target.matches("button, summary, input, select, a:not(.cell__card, .cell__pile)");
    const order = orderOf(event.key, onControl, letterPlace && letters());
    if (order && obey(order, target)) event.preventDefault();
  });
}
