/** Shows which files were chosen or dropped, and that a drop would land. */

/** Size in words short enough for a line: 812 B, 4 KB, 2.3 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function init(element: HTMLElement): void {
  const field = element.querySelector<HTMLInputElement>('input[type="file"]');
  const list = element.querySelector(".dropzone__files");
  if (!field || !list) return;

  const most = Number(element.dataset.mostMb ?? 0) * 1024 * 1024;
  const isTooLarge = () => most > 0 && Array.from(field.files ?? []).reduce((sum, file) => sum + file.size, 0) > most;

  const show = () => {
    list.replaceChildren(
      ...Array.from(field.files ?? [], (file) => {
        const line = document.createElement("li");
        line.textContent = `${file.name} (${sizeText(file.size)})`;
        return line;
      }),
    );
    // Said before minutes of sending, and while everything else on the page is still there.
    field.setCustomValidity(isTooLarge() ? (element.dataset.tooLarge ?? "") : "");
    if (isTooLarge()) {
      const line = document.createElement("li");
      line.className = "dropzone__problem";
      line.textContent = element.dataset.tooLarge ?? "";
      list.append(line);
    }
  };
  field.form?.addEventListener("submit", (event) => {
    if (!isTooLarge()) return;
    event.preventDefault();
    field.reportValidity();
  });
  field.addEventListener("change", show);
  for (const name of ["dragenter", "dragover"]) element.addEventListener(name, () => element.classList.add("is-over"));
  for (const name of ["dragleave", "drop"]) element.addEventListener(name, () => element.classList.remove("is-over"));
  show();
}
