/** Reading an answer of the table: its regions, and which of them differ from what is shown. */

/** Names of the regions whose text is another one now, or new. */
export function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name));
}

/** The table in an answer, which may be a whole page or the table alone. */
export function read(text: string): HTMLElement | null {
  return new DOMParser().parseFromString(text, "text/html").querySelector<HTMLElement>("#duel");
}
