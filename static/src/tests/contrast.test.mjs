/** WCAG AA: text 4.5 to 1, borders of controls and focus rings 3 to 1, in both themes, and print on every foil. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const tokens = readFileSync("static/src/css/tokens.css", "utf8");
const chips = readFileSync("static/src/css/components/chips.css", "utf8");

const HEX = /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b/g;

function channels(hex) {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
  return [1, 3, 5].map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255);
}

function luminance(hex) {
  const [r, g, b] = channels(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function colour(name, theme) {
  const found = new RegExp(`--${name}: (?:light-dark\\((#[0-9a-f]+), (#[0-9a-f]+)\\)|(#[0-9a-f]+));`).exec(tokens);
  assert.ok(found, `--${name} is not a colour of tokens.css`);
  return found[3] ?? (theme === "day" ? found[1] : found[2]);
}

const TEXT = [
  ...["text", "muted"].flatMap((ink) => ["paper", "surface", "surface-alt", "surface-raised"].map((on) => [ink, on])),
  ...["accent", "accent-strong", "danger", "success", "warning", "info", "gold"].flatMap((ink) =>
    ["paper", "surface", "surface-alt", "surface-raised"].map((on) => [ink, on]),
  ),
  ...["accent", "danger", "success", "warning", "info", "gold"].map((ink) => [ink, `${ink}-soft`]),
  ...["accent-soft", "danger-soft", "success-soft", "warning-soft", "info-soft", "gold-soft"].flatMap((on) => [
    ["text", on],
    ["muted", on],
  ]),
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-accent", "warning"],
  ["on-danger", "danger"],
  ["on-danger", "danger-strong"],
  ["spine-text", "spine"],
  ["spine-text", "spine-alt"],
  ["spine-muted", "spine"],
  ["spine-muted", "spine-alt"],
];

const EDGES = ["line-strong", "focus"].flatMap((edge) =>
  ["paper", "surface", "surface-alt", "surface-raised"].map((on) => [edge, on]),
);

for (const theme of ["day", "night"]) {
  for (const [ink, on] of TEXT) {
    test(`${theme}: ${ink} on ${on} can be read`, () => {
      const ratio = contrast(colour(ink, theme), colour(on, theme));
      assert.ok(ratio >= 4.5, `${ratio.toFixed(2)}`);
    });
  }
  for (const [edge, on] of EDGES) {
    test(`${theme}: ${edge} on ${on} can be seen`, () => {
      const ratio = contrast(colour(edge, theme), colour(on, theme));
      assert.ok(ratio >= 3, `${ratio.toFixed(2)}`);
    });
  }
}

const foils = [...chips.matchAll(/\.rarity(?:--(\w+))? \{([^}]*)\}/g)];

test("every rarity is looked at", () => assert.ok(foils.length >= 15, `${foils.length}`));

for (const [, name = "common", rules] of foils) {
  test(`the print on the foil of ${name} can be read`, () => {
    const ink = /(?:^|[ ;\n])color: (#[0-9a-f]+)/.exec(rules)?.[1] ?? "#191d26";
    const foil = /--foil-of: ([^;]*);/.exec(rules)?.[1] ?? "";
    const stops = foil.match(HEX) ?? [];
    assert.ok(stops.length > 0);
    for (const stop of stops) assert.ok(contrast(ink, stop) >= 4.5, `${ink} on ${stop}: ${contrast(ink, stop).toFixed(2)}`);
  });
}

const steps = [...chips.matchAll(/\.condition--(\w\w) \{ --step: (#[0-9a-f]+)/g)];

test("all seven conditions are looked at", () => assert.equal(steps.length, 7));

for (const [, code, step] of steps) {
  test(`the code ${code} can be read on its step`, () => assert.ok(contrast("#10241a", step) >= 4.5));
}
