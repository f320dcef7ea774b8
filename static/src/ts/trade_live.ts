/** A trade's page that is open while the trade goes on: it is drawn anew, unless something has been typed or opened on it. */

/** Whether a field holds something else than the page came with. */
export function isTyped(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    return field.type !== "hidden" && field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  return false;
}

/** Whether somebody is in the middle of something inside `root`. */
export function isBusy(root: ParentNode): boolean {
  if (root.querySelector("details.confirm[open]")) return true;
  return Array.from(root.querySelectorAll("input, textarea")).some(isTyped);
}

export function init(element: HTMLElement): void {
  const news = element.querySelector<HTMLElement>("#trade-news");
  news?.addEventListener("htmx:afterSwap", () => {
    if (news.childElementCount > 0 && !isBusy(element)) element.dispatchEvent(new Event("trade:fresh"));
  });
}
