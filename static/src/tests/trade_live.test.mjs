import assert from "node:assert/strict";
import { test } from "node:test";
import { isBusy } from "../ts/trade_live.ts";

/** A stand-in for the part of a page: what the selectors find in it. */
const page = (open, fields) => ({
  querySelector: () => (open ? {} : null),
  querySelectorAll: () => fields,
});

class Input {}
class Area {}
globalThis.HTMLInputElement = Input;
globalThis.HTMLTextAreaElement = Area;
const input = (values) => Object.assign(new Input(), { type: "text", value: "", defaultValue: "" }, values);
const area = (values) => Object.assign(new Area(), { value: "", defaultValue: "" }, values);

test("a page nobody has touched may be drawn anew", () => {
  assert.equal(isBusy(page(false, [input({}), area({}), input({ type: "radio", checked: true, defaultChecked: true })])), false);
});

test("hidden fields are no typing", () => {
  assert.equal(isBusy(page(false, [input({ type: "hidden", value: "2", defaultValue: "1" })])), false);
});

test("typed words, a changed choice and an open question keep the page as it is", () => {
  assert.equal(isBusy(page(false, [area({ value: "sorry" })])), true);
  assert.equal(isBusy(page(false, [input({ value: "3", defaultValue: "2" })])), true);
  assert.equal(isBusy(page(false, [input({ type: "checkbox", checked: true, defaultChecked: false })])), true);
  assert.equal(isBusy(page(true, [])), true);
});
