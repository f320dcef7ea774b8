/**
 * Lays a list or box beside what opened it, above everything, so that neither
 * a scrolling table nor a dialog cuts it off.
 */

export interface Size {
  width: number;
  height: number;
}

export interface Place {
  left: number;
  top: number;
  /** Room there is; the box scrolls when it needs more. */
  height: number;
}

const GAP = 4;
const EDGE = 8;

/**
 * Where a box of `size` goes in a window of size `view` (CSS pixels): below
 * the anchor, or above when only there is room for it; along its start or end
 * edge, pushed back into the window.
 */
export function placeFor(anchor: DOMRectReadOnly, size: Size, view: Size, align: "start" | "end"): Place {
  const below = view.height - anchor.bottom - GAP - EDGE;
  const above = anchor.top - GAP - EDGE;
  const up = size.height > below && above > below;
  const height = Math.min(size.height, Math.max(0, up ? above : below));
  const wished = align === "start" ? anchor.left : anchor.right - size.width;
  return {
    left: Math.max(EDGE, Math.min(wished, view.width - size.width - EDGE)),
    top: up ? anchor.top - GAP - height : anchor.bottom + GAP,
    height,
  };
}

export interface Floating {
  open(): void;
  close(): void;
}

/** Makes `box` float at `anchor`. `stretch` gives it at least the anchor's width. */
export function floating(box: HTMLElement, anchor: HTMLElement, align: "start" | "end", stretch = false): Floating {
  box.popover = "manual";

  const place = () => {
    const at = anchor.getBoundingClientRect();
    box.style.maxHeight = "";
    if (stretch) box.style.width = `${at.width}px`;
    // scrollHeight would leave out the border, offsetHeight what max-height of the styles cuts: the smaller is wanted.
    const size = { width: box.offsetWidth, height: box.offsetHeight };
    const spot = placeFor(at, size, { width: document.documentElement.clientWidth, height: window.innerHeight }, align);
    box.style.left = `${spot.left}px`;
    box.style.top = `${spot.top}px`;
    if (spot.height < size.height) box.style.maxHeight = `${spot.height}px`;
  };

  return {
    open() {
      if (!box.matches(":popover-open")) {
        box.showPopover();
        window.addEventListener("scroll", place, { capture: true, passive: true });
        window.addEventListener("resize", place);
      }
      place();
    },
    close() {
      if (box.isConnected && box.matches(":popover-open")) box.hidePopover();
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    },
  };
}
