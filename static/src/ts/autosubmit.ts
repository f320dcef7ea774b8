/** A form of choices that is sent as soon as one of them changes. */

export function init(element: HTMLElement): void {
  if (!(element instanceof HTMLFormElement)) return;
  element.addEventListener("change", () => element.requestSubmit());
}
