/** The build: the same bytes every time, and a manifest whose files are all there. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

function built() {
  const folder = mkdtempSync(join(tmpdir(), "duelfolio-build-"));
  try {
    execFileSync(process.execPath, ["tools/build_front.mjs", "--out", folder]);
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "base64")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const first = built();
const manifest = JSON.parse(Buffer.from(first["manifest.json"], "base64").toString("utf8"));
const text = (name) => Buffer.from(first[manifest[name]], "base64").toString("utf8");

test("two builds are the same byte for byte", () => assert.deepEqual(built(), first));

test("the manifest names what templates ask for, and every file is there under a hashed name", () => {
  for (const name of ["app.css", "app.js", "icons.svg", "inter-latin-opsz-normal.woff2"]) assert.ok(manifest[name], name);
  for (const file of Object.values(manifest)) {
    assert.ok(first[file], file);
    assert.match(file, /-[A-Za-z0-9]{8,10}\.\w+$/);
  }
});

test("app.js is the entry of every page, not a module loaded on demand", () => {
  assert.match(text("app.js"), /htmx:configRequest/);
});

test("styles ask for no file of another site", () => {
  const addresses = [...text("app.css").matchAll(/url\(["']?([^"')]+)/g)].map((found) => found[1]);
  assert.ok(addresses.length >= 2);
  for (const address of addresses) assert.match(address, /^(\.\/|data:)/);
});

test("the sprite has every icon of the list and the rosettes", () => {
  const sprite = text("icons.svg");
  for (const name of JSON.parse(readFileSync("static/src/icons.json", "utf8"))) assert.ok(sprite.includes(`<symbol id="${name}"`), name);
  for (let number = 0; number < 24; number += 1) assert.ok(sprite.includes(`<symbol id="rosette-${number}"`));
  assert.ok(!/style=|<script/.test(sprite));
});
