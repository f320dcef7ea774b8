/** The focus on the table: one Tab stop for the board, arrows between its cells, and the way back after a swap. */

/** Where a cell lies on the screen. */
export interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/** The cell one comes to from `from` in a direction: the nearest one that way, straight ahead before aside; -1 for none. */
export function neighbour(spots: readonly Spot[], from: number, direction: Direction): number {
  const start = spots[from];
  if (!start) return -1;
  const x = start.left + start.width / 2;
  const y = start.top + start.height / 2;
  let best = -1;
  let least = Infinity;
  spots.forEach((spot, place) => {
    if (place === from) return;
    const right = spot.left + spot.width / 2 - x;
    const down = spot.top + spot.height / 2 - y;
    const ahead = { ArrowLeft: -right, ArrowRight: right, ArrowUp: -down, ArrowDown: down }[direction];
    const sideways = direction === "ArrowLeft" || direction === "ArrowRight";
    const aside = Math.abs(sideways ? down : right);
    // Sideways one stays in the row; up and down the nearest row counts.
    if (ahead < 4 || (sideways && aside > start.height / 2)) return;
    const far = ahead + aside * 2;
    if (far < least) {
      least = far;
      best = place;
    }
  });
  return best;
}

/** First or last cell of the row a cell lies in. */
export function edge(spots: readonly Spot[], from: number, last: boolean): number {
  const start = spots[from];
  if (!start) return -1;
  const row = spots.map((spot, place) => ({ spot, place })).filter(({ spot }) => Math.abs(spot.top - start.top) < start.height / 2);
  row.sort((a, b) => a.spot.left - b.spot.left);
  return (last ? row[row.length - 1] : row[0])?.place ?? -1;
}

/** The next or previous of a list, round and round. */
export function beside<T>(items: readonly T[], now: T | null, step: 1 | -1): T | undefined {
  const place = now === null ? -1 : items.indexOf(now);
  if (place < 0) return step > 0 ? items[0] : items[items.length - 1];
  return items[(place + step + items.length) % items.length];
}

/** Everything on the board that can take the focus, in reading order. */
export function cellsOf(root: HTMLElement): HTMLElement[] {
  const found = Array.from(root.querySelectorAll<HTMLElement>("[data-grid] .cell__card, [data-grid] a.cell__pile, [data-grid] [role=gridcell][tabindex]"));
  return found.filter((cell) => cell.offsetParent !== null);
}

const spotOf = (cell: HTMLElement): Spot => cell.getBoundingClientRect();

/** The half of a Tag Duel's table an element lies in; null at a table for two. */
function halfOf(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>("[data-pair]");
}

const topOf = (half: HTMLElement): number => (half.querySelector(".mat") ?? half).getBoundingClientRect().top;

/** Shows the half of the table an element lies in, where a narrow window shows one half at a time. */
export function reveal(root: HTMLElement, element: HTMLElement): void {
  const half = halfOf(element);
  if (!half || half.offsetParent !== null) return;
  const choice = root.querySelector<HTMLInputElement>(`#pair-${half.dataset.pair}`);
  if (choice) choice.checked = true;
}

/** From the edge of a half sideways into the other half: the nearest cell at the same height, null where there is none.
    The partner sits on the left; both halves are laid out alike. */
function across(root: HTMLElement, from: HTMLElement, key: string): HTMLElement | null {
  const half = halfOf(from);
  const wanted = key === "ArrowLeft" ? "mates" : key === "ArrowRight" ? "mine" : "";
  const other = wanted ? root.querySelector<HTMLElement>(`[data-pair="${wanted}"]`) : null;
  if (!half || !other || half === other) return null;
  const start = spotOf(from);
  // Counted from the upper edge of the fields: what stands above them may be of another height in the other half.
  const height = start.top - topOf(half);
  reveal(root, other);
  const cells = cellsOf(root).filter((cell) => other.contains(cell));
  const top = topOf(other);
  const level = cells.filter((cell) => Math.abs(spotOf(cell).top - top - height) < start.height / 2);
  level.sort((one, two) => spotOf(one).left - spotOf(two).left);
  return (key === "ArrowLeft" ? level[level.length - 1] : level[0]) ?? cells[0] ?? null;
}

/** Makes one cell the board's Tab stop. */
export function rove(root: HTMLElement, to?: HTMLElement): void {
  const cells = cellsOf(root);
  const stop = to && cells.includes(to) ? to : (cells.find((cell) => cell.dataset.playable !== undefined) ?? cells.find((cell) => cell.id.startsWith("my-")) ?? cells[0]);
  for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1;
}

/** Moves on the board, or along the hand; true if the key was one for moving. */
export function move(root: HTMLElement, from: HTMLElement, key: string): boolean {
  const strip = from.closest("[data-strip]");
  const cells = strip ? Array.from(strip.querySelectorAll<HTMLElement>(".cell__card")) : cellsOf(root);
  const place = cells.indexOf(from);
  if (place < 0) return false;
  const spots = cells.map(spotOf);
  let to = -1;
  if (key === "Home" || key === "End") to = edge(spots, place, key === "End");
  else if (/^Arrow(Left|Right|Up|Down)$/.test(key)) {
    to = neighbour(spots, place, key as Direction);
    const beyond = to < 0 && !strip ? across(root, from, key) : null;
    if (beyond) {
      rove(root, beyond);
      return focusOn(beyond);
    }
    // From the board's lowest row down to the hand, and from the hand up again.
    if (to < 0 && key === "ArrowDown" && !strip) return focusOn(root.querySelector<HTMLElement>("[data-strip] .cell__card"));
    if (to < 0 && key === "ArrowUp" && strip) return focusOn(root.querySelector<HTMLElement>("[data-grid] [tabindex='0']"));
  } else return false;
  const cell = cells[to];
  if (cell) {
    if (!strip) rove(root, cell);
    focusOn(cell);
  }
  return true;
}

export function focusOn(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: false });
  return element !== null && element !== undefined;
}

/** How to find an element again once its region has been swapped. */
export function nameOf(element: Element | null): string {
  if (!(element instanceof HTMLElement) || element === document.body) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const name = element.getAttribute("name");
  const value = element.getAttribute("value");
  if (name && value) return `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`;
  const region = element.closest<HTMLElement>("[data-region]");
  return region ? `#${CSS.escape(region.id)}` : "";
}

/** Gives the focus back if the swap has taken it: to the same thing, else to the question. */
export function restore(root: HTMLElement, name: string): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const same = name ? root.querySelector<HTMLElement>(name) : null;
  focusOn(same && same.offsetParent !== null ? same : root.querySelector<HTMLElement>("#prompt"));
}
