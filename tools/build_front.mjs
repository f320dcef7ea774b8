/**
 * Builds static/dist/ from static/src/: scripts, styles, fonts and the icon
 * sprite, all minified, all named after their content, with manifest.json
 * saying which hashed file stands for which name.
 *
 *   node tools/build_front.mjs            one build
 *   node tools/build_front.mjs --watch    rebuild whenever a source changes
 *   node tools/build_front.mjs --out DIR  build into another folder
 *
 * The same sources always give the same bytes, so a cached file never goes
 * stale and two machines agree on every name.
 */
import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const SOURCES = join(ROOT, "static/src");
const outAt = process.argv.indexOf("--out");
const DIST = outAt > 0 ? resolve(process.argv[outAt + 1] ?? "") : join(ROOT, "static/dist");
const ICONS = join(ROOT, "node_modules/lucide-static/icons");

/** Build targets: the oldest browsers with light-dark(), nesting and layers. */
const TARGET = ["chrome123", "edge123", "firefox128", "safari17.5"];

/** Entry files, from the root of the repository, and the name the templates use for what is built from them. */
const ENTRIES = { "static/src/ts/app.ts": "app.js", "static/src/css/app.css": "app.css" };

const hashOf = (text) => createHash("sha256").update(text).digest("hex").slice(0, 10);

/** How many engraved patterns the sprite holds; templates/_parts/card_bits.html picks one by the card's name. */
const ROSETTES = 24;

/** An engraved rosette, as on certificates: turned ellipses around a diamond. It stands where a card has no picture. */
function rosette(number) {
  const turns = 5 + (number % 8);
  const width = [14, 22, 32][Math.floor(number / 8)];
  const rings = Array.from({ length: turns }, (_, turn) => {
    const angle = Number(((180 * turn) / turns).toFixed(2));
    return `<ellipse cx="50" cy="50" rx="${width}" ry="46" transform="rotate(${angle} 50 50)"/>`;
  });
  return (
    `<symbol id="rosette-${number}" viewBox="0 0 100 100" fill="none" stroke="currentColor">` +
    `${rings.join("")}<circle cx="50" cy="50" r="49"/></symbol>`
  );
}

/**
 * Turns the icons named in icons.json into one SVG file of symbols.
 * Fails with the name of the icon when lucide has none of that name.
 */
async function spriteText() {
  const names = JSON.parse(await readFile(join(SOURCES, "icons.json"), "utf8"));
  const symbols = [];
  for (const name of [...new Set(names)].sort()) {
    const file = join(ICONS, `${name}.svg`);
    const svg = await readFile(file, "utf8").catch(() => {
      throw new Error(`static/src/icons.json names "${name}", which lucide does not have.`);
    });
    const body = svg
      .slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"))
      .replace(/\s+/g, " ")
      .replace(/> </g, "><")
      .replace(/ \/>/g, "/>")
      .trim();
    symbols.push(
      `<symbol id="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" ` +
        `stroke-linecap="round" stroke-linejoin="round">${body}</symbol>`,
    );
  }
  for (let number = 0; number < ROSETTES; number += 1) symbols.push(rosette(number));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

/** Maps the plain name of each built file to its hashed name. */
function namesFrom(metafile) {
  const names = {};
  for (const [path, output] of Object.entries(metafile.outputs)) {
    const file = relative(DIST, join(ROOT, path));
    // Modules loaded on demand are entry points too, but only app.js asks for them.
    if (output.entryPoint in ENTRIES) {
      names[ENTRIES[output.entryPoint]] = file;
    } else if (extname(file) === ".woff2") {
      names[file.replace(/-[A-Z0-9]{8}(?=\.woff2$)/, "")] = file;
    }
  }
  return names;
}

/** Deletes what earlier builds left behind. */
async function removeAllBut(keep) {
  for (const file of await readdir(DIST)) {
    if (!keep.has(file)) await rm(join(DIST, file), { recursive: true });
  }
}

/** Replaces a file in one step, so that a reader never sees half of it. */
async function writeWhole(path, text) {
  await writeFile(`${path}.tmp`, text);
  await rename(`${path}.tmp`, path);
}

async function build() {
  await mkdir(DIST, { recursive: true });
  const sprite = await spriteText();
  const result = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: Object.keys(ENTRIES),
    outdir: DIST,
    outbase: "static/src",
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: TARGET,
    charset: "utf8",
    legalComments: "none",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file" },
    metafile: true,
    logLevel: "warning",
  });
  const spriteName = `icons-${hashOf(sprite)}.svg`;
  await writeWhole(join(DIST, spriteName), sprite);
  const names = { ...namesFrom(result.metafile), "icons.svg": spriteName };
  const sorted = Object.fromEntries(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeWhole(join(DIST, "manifest.json"), `${JSON.stringify(sorted, null, 2)}\n`);
  const built = Object.keys(result.metafile.outputs).map((path) => relative(DIST, join(ROOT, path)));
  await removeAllBut(new Set([...built, spriteName, "manifest.json"]));
  return sorted;
}

async function buildAndReport() {
  const started = performance.now();
  const names = await build();
  const took = Math.round(performance.now() - started);
  console.log(`${relative(ROOT, DIST)}: ${Object.keys(names).length} named files in ${took} ms`);
}

function buildOnChange() {
  let timer;
  watch(SOURCES, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => buildAndReport().catch((error) => console.error(error.message)), 80);
  });
  console.log("Watching static/src. Stop with Ctrl+C.");
}

try {
  await buildAndReport();
} catch (error) {
  console.error(error.message);
  if (!process.argv.includes("--watch")) process.exit(1);
}
if (process.argv.includes("--watch")) buildOnChange();
