/** Tabs in one line that scrolls on a phone: the tab of the page, or the one the keyboard has reached, is in sight. */

/** How far the line scrolls so that the tab lies in its middle, as far as there is room (CSS pixels). */
export function scrollFor(tab: { left: number; width: number }, line: { width: number; whole: number }): number {
  return Math.max(0, Math.min(tab.left + tab.width / 2 - line.width / 2, line.whole - line.width));
}

export function init(line: HTMLElement): void {
  const show = (tab: HTMLElement) => {
    const left = tab.getBoundingClientRect().left - line.getBoundingClientRect().left + line.scrollLeft;
    line.scrollLeft = scrollFor({ left, width: tab.offsetWidth }, { width: line.clientWidth, whole: line.scrollWidth });
  };
  const here = line.querySelector<HTMLElement>('[aria-current="page"]');
  if (here) show(here);
  // A tab that is pressed must not move away under the pointer: only the keyboard leads the line on.
  line.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLElement && event.target.matches(":focus-visible")) show(event.target);
  });
}
