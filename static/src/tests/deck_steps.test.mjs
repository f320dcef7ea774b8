import assert from "node:assert/strict";
import { test } from "node:test";
import { StepQueue, arrowTarget, newKey, valuesOf } from "../ts/deck_steps.ts";

const step = (act) => ({ url: "/x", values: { act }, key: newKey() });

test("a form says what its button says, and nothing that belongs to the moment of sending", () => {
  const entries = [["csrf_token", "t"], ["version", "3"], ["form_key", "k"], ["next", "/decks/1"], ["entry", "7"]];
  assert.deepEqual(valuesOf(entries, { name: "act", value: "plus" }), { entry: "7", act: "plus" });
  assert.deepEqual(valuesOf(entries, null), { entry: "7" });
});

test("two presses have two keys", () => {
  assert.notEqual(newKey(), newKey());
  assert.match(newKey(), /^[0-9a-f]{32}$/);
});

test("steps are sent one after another, in order, each once", async () => {
  const sent = [];
  let busy = 0;
  const queue = new StepQueue(
    async (one) => {
      busy += 1;
      assert.equal(busy, 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      busy -= 1;
      sent.push(one.values.act);
      return "done";
    },
    () => assert.fail("nothing failed"),
  );
  const first = queue.add(step("a"));
  queue.add(step("b"));
  const last = queue.add(step("c"));
  assert.equal(queue.size, 3);
  await first;
  await last;
  assert.deepEqual(sent, ["a", "b", "c"]);
  assert.equal(queue.size, 0);
});

test("a step that did not arrive is sent again with its own key, and given up at last", async () => {
  const keys = [];
  const failed = [];
  const queue = new StepQueue(
    async (one) => {
      keys.push(one.key);
      return "again";
    },
    (one) => failed.push(one.key),
    () => Promise.resolve(),
  );
  const one = step("a");
  await queue.add(one);
  assert.deepEqual(keys, [one.key, one.key, one.key]);
  assert.deepEqual(failed, [one.key]);
});

test("a refused step does not hold up the next", async () => {
  const outcomes = ["failed", "done"];
  const failed = [];
  const queue = new StepQueue(async () => outcomes.shift(), (one) => failed.push(one.values.act));
  queue.add(step("a"));
  await queue.add(step("b"));
  assert.deepEqual(failed, ["a"]);
});

test("arrows stay in the list", () => {
  assert.equal(arrowTarget("ArrowDown", 0, 2), 1);
  assert.equal(arrowTarget("ArrowDown", 1, 2), undefined);
  assert.equal(arrowTarget("ArrowUp", 0, 2), undefined);
  assert.equal(arrowTarget("a", 0, 2), undefined);
});
