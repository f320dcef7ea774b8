/** Puts the regions of an answer into the open page: only those that differ, so that the rest keeps its place and focus. */
import { changed } from "./duel_regions";
import { startModules } from "./start";

/** Server text of the regions as last shown: what script has changed since does not count as a difference. */
const shown = new WeakMap<HTMLElement, Map<string, string>>();

function regionsOf(root: ParentNode): HTMLElement[] {
  return Array.from(root.querySelectorAll<HTMLElement>("[data-region]"));
}

function textsOf(root: HTMLElement): Map<string, string> {
  return new Map(regionsOf(root).map((region) => [region.dataset.region ?? "", region.outerHTML]));
}

/** Remembers the page as the server sent it; call before any module touches it. */
export function remember(root: HTMLElement): void {
  shown.set(root, textsOf(root));
}

/** What the reader has opened or chosen in a region and the server knows nothing of. */
function keep(from: HTMLElement, to: HTMLElement): void {
  for (const fold of from.querySelectorAll<HTMLDetailsElement>("details[data-keep]")) {
    const same = to.querySelector<HTMLDetailsElement>(`details[data-keep="${fold.dataset.keep}"]`);
    if (same) same.open = fold.open;
  }
  for (const choice of from.querySelectorAll<HTMLInputElement>("input[type=radio]:checked")) {
    const same = to.querySelector<HTMLInputElement>(`#${choice.id}`);
    if (same) same.checked = true;
  }
}

/** Swaps what differs and takes over the table's data; returns the names of the swapped regions. */
export function swap(root: HTMLElement, next: HTMLElement): string[] {
  const after = textsOf(next);
  const names = changed(shown.get(root) ?? new Map(), after);
  for (const name of names) {
    const from = root.querySelector<HTMLElement>(`[data-region="${name}"]`);
    const to = next.querySelector<HTMLElement>(`[data-region="${name}"]`);
    if (!from || !to) continue;
    keep(from, to);
    from.replaceWith(document.adoptNode(to));
    startModules(to);
  }
  shown.set(root, after);
  for (const attribute of Array.from(next.attributes)) {
    if (attribute.name.startsWith("data-") && attribute.name !== "data-module") root.setAttribute(attribute.name, attribute.value);
  }
  delete root.dataset.tall;
  return names;
}
