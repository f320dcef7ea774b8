/** Entry by set number: keys 1 to 9 choose among the printings while one of them has the focus. */

/** Which option a key chooses, from 0; undefined when the key chooses none. */
export function optionOf(key: string, options: number): number | undefined {
  const number = /^[1-9]$/.test(key) ? Number(key) : 0;
  return number >= 1 && number <= options ? number - 1 : undefined;
}

export function init(element: HTMLElement): void {
  const options = Array.from(element.querySelectorAll<HTMLInputElement>('.pick input[type="radio"]'));
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== "radio") return;
    const group = event.target.closest(".pick")
      ? options
      : Array.from(event.target.closest(".segmented")?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? []);
    const chosen = optionOf(event.key, group.length);
    const option = chosen === undefined ? undefined : group[chosen];
    if (!option) return;
    event.preventDefault();
    option.checked = true;
    option.focus();
    option.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
