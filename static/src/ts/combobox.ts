/**
 * Suggestions under a text field (the ARIA combobox pattern).
 *
 * On the field: data-source, the address that takes the typed words at its
 * end and answers with <li role="option" data-value="…"> lines; data-target,
 * the id of a hidden field that gets the chosen data-value; data-min, how many
 * letters it waits for; data-none, the words for "nothing found"; data-goto,
 * an address that choosing leads to, with data-value at its end. A line may
 * carry data-text (what the field shows then) or data-url (where it leads).
 * Choosing fires "combobox:select" on the field. Without script the field is a
 * plain text field and the server resolves the words.
 */

import { floating, type Floating } from "./float";

const PAUSE_MS = 160;
let counter = 0;

/** The place the arrow keys lead to; -1 is the field itself. */
export function moved(from: number, count: number, key: string): number {
  if (count === 0) return -1;
  if (key === "ArrowDown") return from + 1 >= count ? -1 : from + 1;
  if (key === "ArrowUp") return from === -1 ? count - 1 : from - 1;
  return from;
}

export interface Choice {
  value: string;
  text: string;
}

/** What a line says, without its small print. */
function wordsOf(option: HTMLElement): string {
  const copy = option.cloneNode(true) as HTMLElement;
  for (const small of copy.querySelectorAll("small")) small.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

class Combobox {
  private readonly list: HTMLUListElement;
  private readonly float: Floating;
  private options: HTMLElement[] = [];
  private open = false;
  private at = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request: AbortController | undefined;

  constructor(private readonly field: HTMLInputElement) {
    this.list = document.createElement("ul");
    this.list.className = "combobox__list";
    this.list.id = `combobox-${++counter}`;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", field.dataset.label ?? "");

    const frame = document.createElement("div");
    frame.className = "combobox";
    field.before(frame);
    frame.append(field, this.list);
    this.float = floating(this.list, field, "start", true);

    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-expanded", "false");
    field.setAttribute("aria-controls", this.list.id);
    field.addEventListener("input", () => this.typed());
    field.addEventListener("keydown", (event) => this.key(event));
    field.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = (event.target as HTMLElement).closest<HTMLElement>('[role="option"]');
      if (option) this.choose(option);
    });
  }

  private typed(): void {
    this.setTarget("");
    clearTimeout(this.timer);
    const words = this.field.value.trim();
    if (words.length < Number(this.field.dataset.min ?? 1)) {
      this.request?.abort();
      this.close();
      return;
    }
    this.timer = setTimeout(() => void this.ask(words), PAUSE_MS);
  }

  private async ask(words: string): Promise<void> {
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    try {
      const address = (this.field.dataset.source ?? "") + encodeURIComponent(words);
      const answer = await fetch(address, { signal, headers: { Accept: "text/html", "HX-Request": "true" } });
      if (!answer.ok) throw new Error(`${answer.status}`);
      const text = await answer.text();
      if (!signal.aborted && document.activeElement === this.field) this.show(text);
    } catch {
      // No suggestions is no failure: the field still takes what is typed.
      if (!signal.aborted) this.close();
    }
  }

  private show(html: string): void {
    this.list.innerHTML = html;
    this.options = Array.from(this.list.querySelectorAll<HTMLElement>('[role="option"]'));
    this.options.forEach((option, index) => {
      option.id = `${this.list.id}-${index}`;
      option.setAttribute("aria-selected", "false");
    });
    if (this.options.length === 0) {
      const note = document.createElement("li");
      note.className = "combobox__note";
      note.setAttribute("role", "presentation");
      note.textContent = this.field.dataset.none ?? "";
      this.list.replaceChildren(note);
    }
    this.at = -1;
    this.open = this.options.length > 0 || Boolean(this.field.dataset.none);
    if (this.open) this.float.open();
    else this.float.close();
    this.field.setAttribute("aria-expanded", String(this.open));
    this.field.removeAttribute("aria-activedescendant");
  }

  private close(): void {
    clearTimeout(this.timer);
    this.open = false;
    this.float.close();
    this.at = -1;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
  }

  private key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (!this.open) {
      if (event.key === "ArrowDown" && this.field.value.trim() !== "") {
        event.preventDefault();
        void this.ask(this.field.value.trim());
      }
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.mark(moved(this.at, this.options.length, event.key));
    } else if (event.key === "Enter" && this.at >= 0) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.choose(this.options[this.at]!);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.key === "Tab" && this.at >= 0) {
      this.choose(this.options[this.at]!);
    }
  }

  private mark(index: number): void {
    this.options[this.at]?.setAttribute("aria-selected", "false");
    this.at = index;
    const option = this.options[index];
    if (!option) {
      this.field.removeAttribute("aria-activedescendant");
      return;
    }
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", option.id);
  }

  private choose(option: HTMLElement): void {
    const goto = option.dataset.url ?? (this.field.dataset.goto && this.field.dataset.goto + (option.dataset.value ?? ""));
    if (goto) {
      location.assign(goto);
      return;
    }
    const choice: Choice = {
      value: option.dataset.value ?? "",
      text: option.dataset.text ?? wordsOf(option),
    };
    this.field.value = choice.text;
    this.setTarget(choice.value);
    this.close();
    this.field.dispatchEvent(new CustomEvent<Choice>("combobox:select", { bubbles: true, detail: choice }));
  }

  private setTarget(value: string): void {
    const target = this.field.dataset.target && document.getElementById(this.field.dataset.target);
    if (!(target instanceof HTMLInputElement) || target.value === value) return;
    target.value = value;
    target.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

export function init(element: HTMLElement): void {
  if (element instanceof HTMLInputElement) new Combobox(element);
}
