/**
 * A form of which parts come anew from the server while somebody types: what was typed since the question was sent
 * stays, and so do the field one is in and the caret.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Asked {
  values: Map<string, string>;
  focus: Element | null;
}

interface Answered {
  xhr: XMLHttpRequest;
  target: Element;
  requestConfig: { elt: Element };
  shouldSwap: boolean;
}

/** Kinds of <input> that nobody types into or ticks. */
const SILENT = new Set(["hidden", "submit", "button", "file", "image", "reset"]);

/** What tells a field from the others, before and after it came anew. */
export function keyOf(field: { id: string; name: string; type: string; value: string }): string {
  return field.type === "checkbox" || field.type === "radio" ? `${field.name}=${field.value}` : field.id || field.name;
}

/** The fields of `now` that differ from `then`, with what they hold: they were changed while the answer was on its way. */
export function changedSince(then: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...now].filter(([key, value]) => then.has(key) && then.get(key) !== value));
}

const ticks = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";
const held = (field: Field) => (ticks(field) ? String(field.checked) : field.value);

function fieldsOf(form: ParentNode): Map<string, Field> {
  const found = form.querySelectorAll<Field>("input, textarea, select");
  return new Map([...found].filter((field) => !SILENT.has(field.type)).map((field) => [keyOf(field), field]));
}

const valuesOf = (form: ParentNode) => new Map([...fieldsOf(form)].map(([key, field]) => [key, held(field)]));

/** Whether keys pressed in `element` write something. */
function isWritable(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !SILENT.has(element.type) && !ticks(element));
}

/** Number fields have no caret one can ask for or set. */
function caretOf(field: HTMLInputElement | HTMLTextAreaElement): [number, number] | null {
  return field.selectionStart === null || field.selectionEnd === null ? null : [field.selectionStart, field.selectionEnd];
}

/** Puts `value` into a field that came anew, and tells whoever follows the field. */
function putBack(field: Field, value: string): void {
  if (held(field) === value) return;
  if (ticks(field)) field.checked = value === "true";
  else field.value = value;
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

export function init(form: HTMLElement): void {
  const asked = new WeakMap<XMLHttpRequest, Asked>();

  form.addEventListener("htmx:beforeRequest", (event) => {
    const { xhr } = (event as CustomEvent<Answered>).detail;
    asked.set(xhr, { values: valuesOf(form), focus: document.activeElement });
  });
  form.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target, shouldSwap, requestConfig } = (event as CustomEvent<Answered>).detail;
    const before = asked.get(xhr);
    if (!before || !shouldSwap || !form.contains(target)) return;
    const kept = changedSince(before.values, valuesOf(form));
    const active = document.activeElement;
    // Who went on to another field, writes on, or is answered while writing is not led away from it.
    const stays = isWritable(active) && form.contains(active) && (active !== before.focus || active === requestConfig.elt || kept.has(keyOf(active)));
    const writing = stays ? { key: keyOf(active), caret: caretOf(active) } : null;
    if (!kept.size && !writing) return;
    document.addEventListener("htmx:afterSettle", () => {
      const fresh = fieldsOf(document.getElementById(form.id) ?? document);
      for (const [key, value] of kept) {
        const field = fresh.get(key);
        if (field) putBack(field, value);
      }
      const field = writing ? fresh.get(writing.key) : undefined;
      if (!writing || !isWritable(field ?? null)) return;
      const place = field as HTMLInputElement | HTMLTextAreaElement;
      if (document.activeElement !== place) place.focus({ preventScroll: true });
      if (writing.caret && place.selectionStart !== null) place.setSelectionRange(...writing.caret);
    }, { once: true });
  });
}
