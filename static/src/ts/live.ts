/**
 * Keeps an open page told of what is new: by a stream of server-sent events while the page is in sight, by asking now and
 * then when there is no stream to have. Unread counts and the title follow; `duelfolio:live` on the document tells parts
 * of the page to look again. A page out of sight holds no stream and only asks for its title's sake.
 */

const ASK_EVERY = 15_000;
const ASK_HIDDEN = 60_000;
const ASK_AT_MOST = 120_000;
/** A line that is open must say something within this time; it does so twice as often. */
const FIRST_SIGN = 8_000;
const SILENT = 75_000;
/** How long to ask before trying for a stream again. */
const STREAM_AGAIN = 120_000;

interface Numbers {
  unread: number;
  version: number;
}

function isNumbers(value: unknown): value is Numbers {
  return typeof value === "object" && value !== null && "unread" in value && "version" in value;
}

class Live {
  private known: number;
  private stream: EventSource | undefined;
  private watch = 0;
  private timer = 0;
  private failures = 0;
  private noStreamUntil = 0;
  private over = false;

  constructor(private readonly element: HTMLElement) {
    this.known = Number(element.dataset.version ?? 0);
    this.show(Number(element.dataset.unread ?? 0));
    document.addEventListener("visibilitychange", () => this.start());
    window.addEventListener("online", () => this.start());
    window.addEventListener("pagehide", () => this.stop());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.start();
    });
    this.start();
  }

  private stop(): void {
    window.clearTimeout(this.timer);
    window.clearTimeout(this.watch);
    this.stream?.close();
    this.stream = undefined;
  }

  private start(): void {
    this.stop();
    if (this.over) return;
    if (document.hidden) this.askIn(ASK_HIDDEN);
    else if (typeof EventSource === "undefined" || Date.now() < this.noStreamUntil) void this.ask();
    else this.listen();
  }

  private listen(): void {
    const stream = new EventSource(this.element.dataset.stream ?? "");
    this.stream = stream;
    this.expectSign(FIRST_SIGN);
    stream.addEventListener("live", (event) => {
      this.failures = 0;
      this.expectSign(SILENT);
      this.take(JSON.parse((event as MessageEvent<string>).data));
    });
    stream.addEventListener("error", () => {
      // An answer that is no stream (no room, signed out, a proxy's page) closes it; a broken line is tried again by the browser.
      if (stream.readyState === EventSource.CLOSED && this.stream === stream) this.giveUp();
    });
  }

  private expectSign(within: number): void {
    window.clearTimeout(this.watch);
    this.watch = window.setTimeout(() => this.giveUp(), within);
  }

  private giveUp(): void {
    this.noStreamUntil = Date.now() + STREAM_AGAIN;
    this.stop();
    void this.ask();
  }

  private askIn(pause: number): void {
    window.clearTimeout(this.timer);
    // Spread a little, so that the pages of a club do not all ask at the same moment.
    this.timer = window.setTimeout(() => void this.ask(), pause * (0.9 + Math.random() * 0.2));
  }

  private async ask(): Promise<void> {
    window.clearTimeout(this.timer);
    try {
      const answer = await fetch(this.element.dataset.poll ?? "", { headers: { Accept: "application/json" }, cache: "no-store" });
      if (answer.status === 401) {
        this.over = true;
        return this.stop();
      }
      if (!answer.ok) throw new Error(String(answer.status));
      this.failures = 0;
      this.take(await answer.json());
    } catch {
      this.failures += 1;
    }
    if (this.stream) return;
    if (document.hidden) return this.askIn(ASK_HIDDEN);
    if (this.failures === 0 && typeof EventSource !== "undefined" && Date.now() >= this.noStreamUntil) return this.listen();
    this.askIn(Math.min(ASK_EVERY * 2 ** this.failures, ASK_AT_MOST));
  }

  private take(numbers: unknown): void {
    if (!isNumbers(numbers)) return;
    this.show(numbers.unread);
    // A hidden page must not load what its reader does not see: it would count as read.
    if (numbers.version === this.known || document.hidden) return;
    this.known = numbers.version;
    document.dispatchEvent(new CustomEvent("duelfolio:live", { detail: numbers }));
  }

  private show(unread: number): void {
    const text = unread > 99 ? "99+" : String(unread);
    for (const badge of document.querySelectorAll<HTMLElement>("[data-unread-badge]")) {
      badge.hidden = unread === 0;
      (badge.querySelector("[data-unread]") ?? badge).textContent = text;
    }
    const bare = document.title.replace(/^\(\d+\+?\) /, "");
    const title = unread === 0 ? bare : `(${text}) ${bare}`;
    if (title !== document.title) document.title = title;
  }
}

export function init(element: HTMLElement): void {
  new Live(element);
}
