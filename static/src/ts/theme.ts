/** Auto, light or dark at once, without the reload the plain form needs. Remembered in a cookie the server reads. */

export type Theme = "auto" | "light" | "dark";

const YEAR = 60 * 60 * 24 * 365;

/** Any value as a theme; what is unknown means auto. */
export function themeFrom(value: string | null | undefined): Theme {
  return value === "light" || value === "dark" ? value : "auto";
}

export function cookieFor(theme: Theme, secure: boolean): string {
  return `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure ? "; Secure" : ""}`;
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", theme === "auto" ? "light dark" : theme);
  for (const button of document.querySelectorAll('[data-module~="theme"] button[name="theme"]')) {
    button.setAttribute("aria-pressed", String(button.getAttribute("value") === theme));
  }
}

export function init(form: HTMLElement): void {
  form.addEventListener("submit", (event) => {
    const theme = themeFrom((event as SubmitEvent).submitter?.getAttribute("value"));
    event.preventDefault();
    document.cookie = cookieFor(theme, location.protocol === "https:");
    apply(theme);
  });
}
