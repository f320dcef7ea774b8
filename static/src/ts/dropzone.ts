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

  const show = () => {
    list.replaceChildren(
      ...Array.from(field.files ?? [], (file) => {
        const line = document.createElement("li");
        line.textContent = `${file.name} (${sizeText(file.size)})`;
        return line;
      }),
    );
  };
  field.addEventListener("change", show);
  for (const name of ["dragenter", "dragover"]) element.addEventListener(name, () => element.classList.add("is-over"));
  for (const name of ["dragleave", "drop"]) element.addEventListener(name, () => element.classList.remove("is-over"));
  show();
}
