/** Windows over the page: opened by [data-opens="id"], closed by [data-close], Escape or a click beside. */

export function init(element: HTMLElement): void {
  if (!(element instanceof HTMLDialogElement)) return;
  element.addEventListener("click", (event) => {
    const target = event.target as HTMLElement;
    if (target === element || target.closest("[data-close]")) element.close();
  });
}

document.addEventListener("click", (event) => {
  const opener = (event.target as HTMLElement).closest<HTMLElement>("[data-opens]");
  const dialog = opener && document.getElementById(opener.dataset.opens ?? "");
  if (!(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  dialog.showModal();
});
