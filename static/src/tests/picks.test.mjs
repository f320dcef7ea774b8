import assert from "node:assert/strict";
import { test } from "node:test";

import { chosen } from "../ts/picks.ts";

test("the ticked rows count, unless everything that was found is meant", () => {
  assert.equal(chosen(3, false, 20_000), 3);
  assert.equal(chosen(3, true, 20_000), 20_000);
  assert.equal(chosen(0, false, 20_000), 0);
});
