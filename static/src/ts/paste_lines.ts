/**
 * The lines of a pasted list: counts the questions left while they are answered, takes the focus on to the next
 * question, and forgets the text the form had kept in this browser, since the site has it now.
 *
 * Keys: "n" goes to the next open question, "p" back to the one before.
 */

const DRAFT = "paste-draft";

/** Whether a question is answered: a button other than "not settled", or an entry of the list. */
export function isAnswered(values: readonly string[]): boolean {
  return values.some((value) => value !== "");
}

function answered(question: HTMLElement): boolean {
  const radios = [...question.querySelectorAll<HTMLInputElement>("input[type=radio]:checked")].map((box) => box.value);
  const lists = [...question.querySelectorAll<HTMLSelectElement>("select")].map((list) => list.value);
  return isAnswered([...radios, ...lists]);
}

/** The place of the next question from `from` on in the given direction; -1 when there is none. */
export function nextOpen(open: readonly boolean[], from: number, step: 1 | -1): number {
  for (let place = from + step; place >= 0 && place < open.length; place += step) {
    if (open[place]) return place;
  }
  return -1;
}

export function init(form: HTMLElement): void {
  try {
    window.localStorage.removeItem(DRAFT);
  } catch {
    // No store, nothing kept.
  }
  const questions = [...form.querySelectorAll<HTMLElement>(".paste-line--open [data-question]")];
  const left = form.querySelector<HTMLElement>("[data-left]");
  const total = Number(left?.dataset.left ?? 0);
  const atFirst = questions.filter(answered).length;

  const count = () => {
    if (!left) return;
    const now = questions.filter(answered).length - atFirst;
    left.textContent = Math.max(0, total - now).toLocaleString(document.documentElement.lang);
  };
  form.addEventListener("change", count);

  const go = (step: 1 | -1): boolean => {
    const here = questions.findIndex((question) => question.contains(document.activeElement));
    const start = here >= 0 ? here : step === 1 ? -1 : questions.length;
    const place = nextOpen(questions.map((question) => !answered(question)), start, step);
    const target = questions[place]?.querySelector<HTMLElement>("input, select");
    target?.focus();
    target?.closest(".paste-line")?.scrollIntoView({ block: "center", behavior: "instant" });
    return target !== null && target !== undefined;
  };
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    const typing = at instanceof HTMLElement && (at.isContentEditable || at.matches("textarea, select, input:not([type=radio], [type=checkbox])"));
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === "n" && go(1)) || (event.key === "p" && go(-1))) event.preventDefault();
  });
}
