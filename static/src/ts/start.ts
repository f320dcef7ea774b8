/** Finds the elements that ask for a module and starts it on each, once. */
import { modules } from "./modules";

const started = new WeakMap<Element, Set<string>>();

/** Names in data-module, several of them separated by spaces. */
export function namesOf(value: string | undefined): string[] {
  return (value ?? "").split(/\s+/).filter((name) => name !== "");
}

async function startOn(element: HTMLElement): Promise<void> {
  const done = started.get(element) ?? new Set<string>();
  started.set(element, done);
  for (const name of namesOf(element.dataset.module)) {
    if (done.has(name)) continue;
    done.add(name);
    const load = modules[name];
    if (!load) {
      console.error(`No module "${name}" in static/src/ts/modules.ts`);
      continue;
    }
    const loaded = load();
    (await loaded).init(element);
    // A file fetched on demand may come later than the page: whoever waits for it can see that it has started.
    if (loaded instanceof Promise) element.dataset.started = [...namesOf(element.dataset.started), name].join(" ");
  }
}

/** Starts the modules of `root` and of everything in it. */
export function startModules(root: ParentNode & Node): void {
  const found = Array.from(root.querySelectorAll<HTMLElement>("[data-module]"));
  if (root instanceof HTMLElement && root.dataset.module) found.unshift(root);
  for (const element of found) void startOn(element);
}
