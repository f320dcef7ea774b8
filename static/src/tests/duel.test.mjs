/** The parts of the duel's modules that can be computed without a page. */
import assert from "node:assert/strict";
import test from "node:test";
import { beside, edge, neighbour } from "../ts/duel_focus.ts";
import { orderOf } from "../ts/duel_keys.ts";
import { filled } from "../ts/duel_live.ts";
import { after } from "../ts/duel_numbers.ts";
import { steps } from "../ts/duel_steps.ts";
import { toggled } from "../ts/duel_sheet.ts";
import { changed } from "../ts/duel_regions.ts";

/** A board of 3 rows with 3 cells each, and a middle row that holds only its two ends. */
const spot = (column, row) => ({ left: column * 50, top: row * 60, width: 44, height: 54 });
const board = [spot(0, 0), spot(1, 0), spot(2, 0), spot(0, 1), spot(2, 1), spot(0, 2), spot(1, 2), spot(2, 2)];

test("arrows go to the next cell of the row", () => {
  assert.equal(neighbour(board, 0, "ArrowRight"), 1);
  assert.equal(neighbour(board, 2, "ArrowLeft"), 1);
  assert.equal(neighbour(board, 2, "ArrowRight"), -1);
  assert.equal(neighbour(board, 3, "ArrowRight"), 4);
});

test("up and down keep the column, over a gap too", () => {
  assert.equal(neighbour(board, 0, "ArrowDown"), 3);
  assert.equal(neighbour(board, 6, "ArrowUp"), 1);
  assert.equal(neighbour(board, 1, "ArrowDown"), 6);
  assert.equal(neighbour(board, 7, "ArrowDown"), -1);
});

test("Home and End lead to the ends of the row", () => {
  assert.equal(edge(board, 6, false), 5);
  assert.equal(edge(board, 6, true), 7);
  assert.equal(edge(board, 4, false), 3);
});

test("the playable cards go round and round", () => {
  const cards = ["a", "b", "c"];
  assert.equal(beside(cards, null, 1), "a");
  assert.equal(beside(cards, null, -1), "c");
  assert.equal(beside(cards, "c", 1), "a");
  assert.equal(beside(cards, "a", -1), "c");
  assert.equal(beside([], null, 1), undefined);
});

test("letters do nothing where they are switched off, arrows and Escape still do", () => {
  assert.deepEqual(orderOf("g", false, true), { do: "pile", pile: "gy" });
  assert.deepEqual(orderOf("G", false, true), { do: "pile", pile: "opp_gy" });
  assert.equal(orderOf("g", false, false), null);
  assert.equal(orderOf("3", false, false), null);
  assert.deepEqual(orderOf("3", false, true), { do: "number", key: "3" });
  assert.deepEqual(orderOf("ArrowUp", false, false), { do: "move", key: "ArrowUp" });
  assert.deepEqual(orderOf("Escape", true, false), { do: "close" });
});

test("Space presses a button that has the focus, and is the main answer elsewhere", () => {
  assert.equal(orderOf(" ", true, true), null);
  assert.deepEqual(orderOf(" ", false, true), { do: "default" });
});

test("p passes, Shift+p passes until something happens, unknown keys are left alone", () => {
  assert.deepEqual(orderOf("p", false, true), { do: "pass" });
  assert.deepEqual(orderOf("P", false, true), { do: "hold" });
  assert.equal(orderOf("q", false, true), null);
  assert.equal(orderOf("Enter", false, true), null);
  assert.deepEqual(orderOf("0", false, true), { do: "more" });
  assert.equal(orderOf("0", false, false), null);
});

test("only regions whose text is another one are swapped", () => {
  const before = new Map([["head", "a"], ["board", "b"], ["log", "c"]]);
  const after = new Map([["head", "a"], ["board", "x"], ["log", "c"], ["chain", "d"]]);
  assert.deepEqual(changed(before, after), ["board", "chain"]);
});

test("a panel of the sheet opens, and closes to the question", () => {
  assert.equal(toggled("prompt", "log"), "log");
  assert.equal(toggled("log", "log"), "prompt");
  assert.equal(toggled("log", "phases"), "phases");
});

test("sentences of the page are filled in", () => {
  assert.equal(filled("for {seconds} s", { seconds: 3 }), "for 3 s");
  assert.equal(filled("for {minutes}", { seconds: 3 }), "for {minutes}");
});

test("the number keys go on nine options at a time and round", () => {
  assert.equal(after(0, 10), 9);
  assert.equal(after(9, 10), 0);
  assert.equal(after(9, 30), 18);
  assert.equal(after(0, 9), 0);
});

test("the opponent's steps are shown in the order in which they happened, though the page tells the newest first", () => {
  const line = (entry, words) => ({ dataset: { entry: String(entry) }, querySelector: () => ({ textContent: words }) });
  const block = (...lines) => ({ querySelectorAll: () => lines });
  const page = { querySelectorAll: () => [block(line(7, "it resolves"), line(6, "a card is activated")), block(line(5, "a phase"), line(4, "before"))] };
  assert.deepEqual(steps(page, 5), ["a phase", "a card is activated it resolves"]);
});
