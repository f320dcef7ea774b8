import assert from "node:assert/strict";
import { test } from "node:test";
import { worthOffering } from "../ts/paste.ts";
import { isAnswered, nextOpen } from "../ts/paste_lines.ts";

test("a kept text is offered only to an empty form", () => {
  assert.equal(worthOffering("2x Dark Magician", ""), true);
  assert.equal(worthOffering("2x Dark Magician", "  \n"), true);
  assert.equal(worthOffering("2x Dark Magician", "3x Raigeki"), false);
  assert.equal(worthOffering("  ", ""), false);
  assert.equal(worthOffering(null, ""), false);
});

test("not settled is no answer", () => {
  assert.equal(isAnswered([]), false);
  assert.equal(isAnswered([""]), false);
  assert.equal(isAnswered(["", "4041"]), true);
});

test("the next open question lies in the direction asked for", () => {
  const open = [false, true, false, true];
  assert.equal(nextOpen(open, -1, 1), 1);
  assert.equal(nextOpen(open, 1, 1), 3);
  assert.equal(nextOpen(open, 3, 1), -1);
  assert.equal(nextOpen(open, 3, -1), 1);
  assert.equal(nextOpen(open, 4, -1), 3);
  assert.equal(nextOpen([], -1, 1), -1);
});
