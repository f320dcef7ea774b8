/** A message that goes by itself after a while, unless it carries something to do or is being read. */

const STAYS_MS = 7000;
const LEAVES_MS = 200;

function leave(toast: HTMLElement): void {
  toast.classList.add("is-leaving");
  setTimeout(() => toast.remove(), LEAVES_MS);
}

export function init(toast: HTMLElement): void {
  toast.querySelector("[data-dismiss]")?.addEventListener("click", () => leave(toast));
  if (toast.dataset.stays !== undefined) return;
  let timer = setTimeout(() => leave(toast), STAYS_MS);
  const wait = () => clearTimeout(timer);
  const resume = () => {
    clearTimeout(timer);
    timer = setTimeout(() => leave(toast), STAYS_MS);
  };
  toast.addEventListener("pointerenter", wait);
  toast.addEventListener("pointerleave", resume);
  toast.addEventListener("focusin", wait);
  toast.addEventListener("focusout", resume);
}
