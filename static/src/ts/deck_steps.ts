/** The steps of a deck's builder: sent one after another, each with a key of its own, so that every press counts once. */

/** One step: where it goes and what it says. */
export interface Step {
  url: string;
  values: Record<string, string>;
  key: string;
}

/** "again" for a step that did not reach the server: the same key makes sending it twice harmless. */
export type Outcome = "done" | "again" | "failed";

const TRIES = 3;

/** What a form says when `button` is pressed, without what belongs to the moment of sending. */
export function valuesOf(entries: Iterable<[string, FormDataEntryValue]>, button?: { name: string; value: string } | null): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of entries) if (typeof value === "string") values[name] = value;
  if (button?.name) values[button.name] = button.value;
  for (const name of ["csrf_token", "version", "form_key", "next"]) delete values[name];
  return values;
}

/** A key nobody else has. Pages over plain HTTP have no `randomUUID`. */
export function newKey(random: () => number = Math.random): string {
  return Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32).toString(16).padStart(8, "0")).join("");
}

/** Sends steps in order: the next one waits until the last is answered, because it needs the version that gave. */
export class StepQueue {
  private waiting: Promise<void> = Promise.resolve();
  private length = 0;

  constructor(
    private readonly send: (step: Step) => Promise<Outcome>,
    private readonly failed: (step: Step) => void,
    private readonly pause: (tries: number) => Promise<void> = (tries) => new Promise((resolve) => setTimeout(resolve, 400 * tries)),
  ) {}

  /** Steps that are not answered yet. */
  get size(): number {
    return this.length;
  }

  /** Adds a step; resolves when it is answered. */
  add(step: Step): Promise<void> {
    this.length += 1;
    this.waiting = this.waiting.then(async () => {
      try {
        await this.tryOut(step);
      } finally {
        this.length -= 1;
      }
    });
    return this.waiting;
  }

  private async tryOut(step: Step): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.send(step);
      if (outcome === "done") return;
      if (outcome === "failed" || tries === TRIES) {
        this.failed(step);
        return;
      }
      await this.pause(tries);
    }
  }
}

/** Where an arrow key leads in a list of `length`; undefined when it leads nowhere. */
export function arrowTarget(key: string, at: number, length: number): number | undefined {
  const to = at + ({ ArrowDown: 1, ArrowUp: -1 }[key] ?? 0);
  return to !== at && to >= 0 && to < length ? to : undefined;
}
