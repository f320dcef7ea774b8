/** Runs the unit tests of the front end: bundles static/src/tests/*.test.mjs and hands them to `node --test`. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const TESTS = join(ROOT, "static/src/tests");

const names = (await readdir(TESTS)).filter((name) => name.endsWith(".test.mjs"));
const folder = await mkdtemp(join(tmpdir(), "duelfolio-front-"));
try {
  await esbuild.build({
    entryPoints: names.map((name) => join(TESTS, name)),
    outdir: folder,
    outExtension: { ".js": ".test.mjs" },
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const built = (await readdir(folder)).map((name) => join(folder, name));
  const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...built], { cwd: ROOT, stdio: "inherit" });
  process.exitCode = run.status ?? 1;
} finally {
  await rm(folder, { recursive: true });
}
