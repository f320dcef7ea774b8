/** A key that brings the reader to a field: data-key="/" on the field. */

/** True when the reader is typing, so that a single key is meant as a letter. */
export function isTyping(element: { tagName: string; isContentEditable?: boolean } | null): boolean {
  return element !== null && (element.isContentEditable === true || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));
}

export function init(field: HTMLElement): void {
  const key = field.dataset.key;
  document.addEventListener("keydown", (event) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(document.activeElement as HTMLElement | null) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    field.focus();
    if (field instanceof HTMLInputElement) field.select();
  });
}
