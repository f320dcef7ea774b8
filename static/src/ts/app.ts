/** Entry of every page: sets up htmx for the strict content policy and starts the modules. */
import htmx from "htmx.org";
import { guardSubmits } from "./submit_guard";
import { startModules } from "./start";

htmx.config.includeIndicatorStyles = false;
htmx.config.allowEval = false;
htmx.config.selfRequestsOnly = true;
htmx.config.historyRestoreAsHxRequest = false;
// What has been swapped in works at once: a key pressed in between would send a form as a page load, or be lost.
htmx.config.defaultSettleDelay = 0;
// Settling would copy a style attribute, which the content policy forbids.
htmx.config.attributesToSettle = ["class", "width", "height"];
// A refused form (422) or conflict (409) comes with its words: show them like any answer.
htmx.config.responseHandling = [
  { code: "204", swap: false },
  { code: "[23]..", swap: true },
  { code: "409|422", swap: true },
  { code: "[45]..", swap: false, error: true },
];

document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  const detail = (event as CustomEvent<{ headers: Record<string, string>; verb: string }>).detail;
  if (token && detail.verb !== "get") detail.headers["X-CSRFToken"] = token;
});

guardSubmits(document);
startModules(document.body);
htmx.onLoad((element) => startModules(element as HTMLElement));
