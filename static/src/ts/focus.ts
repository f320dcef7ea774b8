/** Takes the focus when it appears: the summary of what is wrong with a form. */

export function init(element: HTMLElement): void {
  element.focus({ preventScroll: false });
}
