/** The parts of the frame's modules that can be computed without a page. */
import assert from "node:assert/strict";
import test from "node:test";
import { moved } from "../ts/combobox.ts";
import { sizeText } from "../ts/dropzone.ts";
import { placeFor } from "../ts/float.ts";
import { isTyping } from "../ts/shortcut.ts";
import { limitsOf, stepped } from "../ts/stepper.ts";
import { scrollFor } from "../ts/tabs.ts";
import { cookieFor, themeFrom } from "../ts/theme.ts";

test("the stepper stays inside the field's limits", () => {
  const limits = limitsOf("1", "99");
  assert.equal(stepped("3", 1, limits), 4);
  assert.equal(stepped("99", 1, limits), 99);
  assert.equal(stepped("1", -1, limits), 1);
  assert.equal(stepped("500", -1, limits), 99);
});

test("the stepper starts from the lower limit where no number stands", () => {
  assert.equal(stepped("", 1, limitsOf("1", "")), 2);
  assert.equal(stepped("three", 1, limitsOf("", "")), 1);
});

test("a missing limit does not limit", () => {
  assert.equal(stepped("0", -1, limitsOf("", "")), -1);
  assert.equal(stepped("1000", 1, limitsOf("0", "")), 1001);
});

test("the arrows run through the suggestions and back to the field", () => {
  assert.equal(moved(-1, 3, "ArrowDown"), 0);
  assert.equal(moved(2, 3, "ArrowDown"), -1);
  assert.equal(moved(-1, 3, "ArrowUp"), 2);
  assert.equal(moved(0, 3, "ArrowUp"), -1);
  assert.equal(moved(-1, 0, "ArrowDown"), -1);
  assert.equal(moved(1, 3, "Home"), 1);
});

test("an unknown theme means auto", () => {
  assert.equal(themeFrom("dark"), "dark");
  assert.equal(themeFrom("pink"), "auto");
  assert.equal(themeFrom(null), "auto");
});

test("the theme's cookie is for the whole site, and secure where the site is", () => {
  assert.equal(cookieFor("dark", false), "theme=dark; Path=/; Max-Age=31536000; SameSite=Lax");
  assert.match(cookieFor("auto", true), /; Secure$/);
});

test("a single key is a letter while somebody types", () => {
  assert.equal(isTyping({ tagName: "INPUT" }), true);
  assert.equal(isTyping({ tagName: "DIV", isContentEditable: true }), true);
  assert.equal(isTyping({ tagName: "BUTTON" }), false);
  assert.equal(isTyping(null), false);
});

test("sizes of files are short", () => {
  assert.equal(sizeText(812), "812 B");
  assert.equal(sizeText(4096), "4 KB");
  assert.equal(sizeText(2_345_678), "2.3 MB");
});

const view = { width: 400, height: 600 };
const rect = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });

test("a box opens below what it belongs to", () => {
  const place = placeFor(rect(20, 100, 100, 40), { width: 150, height: 200 }, view, "start");
  assert.deepEqual(place, { left: 20, top: 144, height: 200 });
});

test("it opens above when only there is room", () => {
  const place = placeFor(rect(20, 500, 100, 40), { width: 150, height: 200 }, view, "start");
  assert.deepEqual(place, { left: 20, top: 296, height: 200 });
});

test("it never leaves the window, and scrolls when neither side has room", () => {
  const right = placeFor(rect(350, 100, 40, 40), { width: 150, height: 100 }, view, "start");
  assert.equal(right.left, 400 - 150 - 8);
  const left = placeFor(rect(10, 100, 40, 40), { width: 150, height: 100 }, view, "end");
  assert.equal(left.left, 8);
  const tall = placeFor(rect(20, 300, 40, 40), { width: 150, height: 2000 }, view, "start");
  assert.equal(tall.top + tall.height <= 600, true);
  assert.equal(tall.top >= 0, true);
  assert.equal(tall.height > 200, true);
});

test("a line of tabs scrolls until the tab of the page lies in its middle, and no further than it reaches", () => {
  const line = { width: 300, whole: 700 };
  assert.equal(scrollFor({ left: 300, width: 100 }, line), 200);
  assert.equal(scrollFor({ left: 0, width: 100 }, line), 0);
  assert.equal(scrollFor({ left: 620, width: 80 }, line), 400);
  assert.equal(scrollFor({ left: 200, width: 80 }, { width: 900, whole: 900 }), 0);
});
