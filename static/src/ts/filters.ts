/** Filters stand open beside the results on a wide window and start folded on a phone. */

export function init(element: HTMLElement): void {
  if (!(element instanceof HTMLDetailsElement)) return;
  const wide = window.matchMedia("(width >= 64rem)");
  const follow = () => {
    element.open = wide.matches || element.dataset.open !== undefined;
  };
  follow();
  wide.addEventListener("change", follow);
}
