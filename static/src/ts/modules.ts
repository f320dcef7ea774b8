/**
 * The one list of modules a page may ask for with data-module="name".
 *
 * Small modules every page may need are imported at the top and travel in
 * app.js. A heavy one is named with `() => import("./grid")`: it becomes a
 * file of its own that is fetched only by pages that use it.
 */
import * as autosubmit from "./autosubmit";
import * as combobox from "./combobox";
import * as compose from "./compose";
import * as copy from "./copy";
import * as dialog from "./dialog";
import * as dropzone from "./dropzone";
import * as entry from "./entry";
import * as filters from "./filters";
import * as focus from "./focus";
import * as keptTyping from "./kept_typing";
import * as live from "./live";
import * as menu from "./menu";
import * as picks from "./picks";
import * as shortcut from "./shortcut";
import * as stepper from "./stepper";
import * as tabs from "./tabs";
import * as theme from "./theme";
import * as thread from "./thread";
import * as toast from "./toast";

/** What a module file exports: `init` is called once for each of its elements. */
export interface PageModule {
  init(element: HTMLElement): void;
}

export const modules: Record<string, () => PageModule | Promise<PageModule>> = {
  autosubmit: () => autosubmit,
  combobox: () => combobox,
  compose: () => compose,
  copy: () => copy,
  deck: () => import("./deck"),
  dialog: () => dialog,
  dropzone: () => dropzone,
  duel: () => import("./duel"),
  entry: () => entry,
  filters: () => filters,
  focus: () => focus,
  grid: () => import("./grid"),
  "kept-typing": () => keptTyping,
  live: () => live,
  menu: () => menu,
  paste: () => import("./paste"),
  "paste-lines": () => import("./paste_lines"),
  picks: () => picks,
  shortcut: () => shortcut,
  stepper: () => stepper,
  tabs: () => tabs,
  theme: () => theme,
  thread: () => thread,
  toast: () => toast,
  "trade-live": () => import("./trade_live"),
};
