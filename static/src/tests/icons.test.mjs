/** Templates and navigation may only ask for icons that the sprite has. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

const listed = new Set(JSON.parse(readFileSync("static/src/icons.json", "utf8")));

function filesUnder(folder, ending) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesUnder(path, ending);
    return name.endsWith(ending) ? [path] : [];
  });
}

const NAME = "([a-z0-9]+(?:-[a-z0-9]+)*)";
const ASKS = [
  new RegExp(`\\bicon\\(\\s*["']${NAME}["']`, "g"),
  new RegExp(`\\bempty_state\\(\\s*["']${NAME}["']`, "g"),
  new RegExp(`\\bicon_name=["']${NAME}["']`, "g"),
  new RegExp(`["']?\\bicon["']?\\s*[:=]\\s*["']${NAME}["']`, "g"),
];
const MAPPED = /\bicon\(\s*\{([^}]*)\}(?:\.get\([^,]*,\s*["']([a-z0-9-]+)["']\))?/g;

function asked(source) {
  const names = ASKS.flatMap((pattern) => [...source.matchAll(pattern)].map((found) => found[1]));
  for (const [, pairs, fallback] of source.matchAll(MAPPED)) {
    names.push(...[...pairs.matchAll(/:\s*["']([a-z0-9-]+)["']/g)].map((found) => found[1]));
    if (fallback) names.push(fallback);
  }
  return names;
}

test("all ways to ask for an icon are seen", () => {
  const source = `{{ icon("box") }} {{ button(x, icon_name='pencil') }} {"label": y, "icon": "list"} empty_state("inbox", t)
    icon({404: "search-x"}.get(status, "info"))`;
  assert.deepEqual(asked(source).sort(), ["box", "inbox", "info", "list", "pencil", "search-x"]);
});

for (const file of [...filesUnder("templates", ".html"), ...filesUnder("marketplace", ".py")]) {
  const names = [...new Set(asked(readFileSync(file, "utf8")))];
  if (names.length === 0) continue;
  test(`${file} asks only for icons of the sprite`, () => {
    assert.deepEqual(names.filter((name) => !listed.has(name)), []);
  });
}

test("the navigation has icons of the sprite", () => {
  const rows = [...readFileSync("marketplace/blueprints.py", "utf8").matchAll(/lazy_gettext\("[^"]*"\), "([a-z0-9-]+)"\)/g)];
  assert.ok(rows.length > 0);
  assert.deepEqual(rows.map((row) => row[1]).filter((name) => !listed.has(name)), []);
});
