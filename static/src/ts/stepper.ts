/** Minus and plus beside a number field; the field's own min, max and step are the limits. */

export interface Limits {
  min: number;
  max: number;
}

/** The number in `text` moved by `by` and kept inside the limits. No number counts as the lower limit. */
export function stepped(text: string, by: number, limits: Limits): number {
  const low = Number.isFinite(limits.min) ? limits.min : 0;
  const now = text.trim() === "" || Number.isNaN(Number(text)) ? low : Number(text);
  return Math.min(limits.max, Math.max(limits.min, now + by));
}

/** Limits as written on the field; a missing one does not limit. */
export function limitsOf(min: string, max: string): Limits {
  return { min: min === "" ? Number.NEGATIVE_INFINITY : Number(min), max: max === "" ? Number.POSITIVE_INFINITY : Number(max) };
}

export function init(element: HTMLElement): void {
  const field = element.querySelector<HTMLInputElement>("input");
  const buttons = Array.from(element.querySelectorAll<HTMLButtonElement>("button[data-step]"));
  if (!field) return;

  const refresh = () => {
    const limits = limitsOf(field.min, field.max);
    for (const button of buttons) {
      const by = Number(button.dataset.step);
      const now = Number(field.value);
      button.disabled = field.disabled || field.readOnly || (by < 0 ? now <= limits.min : now >= limits.max);
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const before = field.value;
      field.value = String(stepped(before, Number(button.dataset.step), limitsOf(field.min, field.max)));
      if (field.value === before) return;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
  field.addEventListener("input", refresh);
  refresh();
}
