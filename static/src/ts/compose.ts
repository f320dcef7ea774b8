/** Writing a message: Ctrl+Enter sends it. */

export function init(form: HTMLElement): void {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    form.requestSubmit();
  });
}
