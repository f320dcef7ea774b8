/** What was typed while an answer was on its way. */
import assert from "node:assert/strict";
import test from "node:test";
import { changedSince, keyOf } from "../ts/kept_typing.ts";

test("only what changed since the question was sent is kept", () => {
  const then = new Map([["q", "dar"], ["note", ""], ["days", "14"]]);
  const now = new Map([["q", "dark mag"], ["note", ""], ["days", "14"]]);
  assert.deepEqual([...changedSince(then, now)], [["q", "dark mag"]]);
});

test("a field that was emptied has changed, one that came since has not", () => {
  assert.deepEqual([...changedSince(new Map([["note", "hm"]]), new Map([["note", ""], ["text-3", "new"]]))], [["note", ""]]);
});

test("ticks of one name are told apart by their value, other fields by their id", () => {
  assert.equal(keyOf({ id: "", name: "pick-me", type: "checkbox", value: "7" }), "pick-me=7");
  assert.equal(keyOf({ id: "value-3-1", name: "value-3", type: "text", value: "2" }), "value-3-1");
  assert.equal(keyOf({ id: "", name: "set", type: "text", value: "LOB" }), "set");
});
