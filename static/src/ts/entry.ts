/**
 * Entry by set number: keys 1 to 9 choose among the printings while one of them has the focus, and a look-up is sent
 * once, however often Enter is pressed until its answer is there.
 */

/** Which option a key chooses, from 0; undefined when the key chooses none. */
export function optionOf(key: string, options: number): number | undefined {
  const number = /^[1-9]$/.test(key) ? Number(key) : 0;
  return number >= 1 && number <= options ? number - 1 : undefined;
}

/**
 * Ignores a second Enter for a number that is being looked up. If the number was changed meanwhile, the first answer is
 * left aside for that of the second: it would take the place of what is being asked.
 */
function askOnce(element: HTMLElement): void {
  const field = element.querySelector<HTMLInputElement>("#code");
  const form = field?.form;
  if (!field || !form) return;
  let asked: string | undefined;
  let again = false;
  form.addEventListener("htmx:beforeSend", () => {
    asked = field.value;
    again = false;
  });
  form.addEventListener("htmx:afterRequest", () => {
    asked = undefined;
  });
  element.addEventListener("htmx:beforeSwap", (event) => {
    const detail = (event as CustomEvent<{ requestConfig: { elt: Element }; shouldSwap: boolean }>).detail;
    if (again && detail.requestConfig.elt === form) detail.shouldSwap = false;
  });
  // Before the form's own listeners, of which one sends it, or notes it for when the answer is there.
  element.addEventListener(
    "submit",
    (event) => {
      if (event.target !== form || asked === undefined) return;
      if (field.value !== asked) {
        again = true;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}

export function init(element: HTMLElement): void {
  askOnce(element);
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
