import { isLeftToRight, type Side } from "./movement.ts";

interface Controls {
  walk(side: Side): void;
  /** Fetches the neighbors, because the reader may be about to walk. */
  prefetch(): void;
  isWalking(): boolean;
}

const keySides: Readonly<Record<string, Side>> = { ArrowLeft: -1, ArrowRight: 1 };
const links = "a:is([rel=prev], [rel=next])";

/** Walks when the reader presses an arrow key, or a link to a neighbor. */
export function listenForKeysAndLinks(
  { walk, prefetch, isWalking }: Controls,
  { signal }: { signal: AbortSignal },
): void {
  document.addEventListener(
    "keydown",
    (event) => {
      const side = keySides[event.key];
      if (side === undefined || event.defaultPrevented || hasModifier(event)) return;
      if (needsArrows(event.target) || isZoomed()) return;
      event.preventDefault();
      if (!(event.repeat && isWalking())) walk(side);
    },
    { signal },
  );
  document.addEventListener(
    "click",
    (event) => {
      const link = linkOf(event.target);
      if (!link || event.button !== 0 || hasModifier(event)) return;
      // Otherwise, the router would show the page at once.
      event.preventDefault();
      walk((link.rel === "next") === isLeftToRight() ? 1 : -1);
    },
    // Before React's listeners.
    { signal, capture: true },
  );
  const prefetchForLink = ({ target }: Event) => void (linkOf(target) && prefetch());
  document.addEventListener("pointerover", prefetchForLink, { signal });
  document.addEventListener("focusin", prefetchForLink, { signal });
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(links) : null;
}

function hasModifier(event: KeyboardEvent | MouseEvent): boolean {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

/** Whether the page is enlarged by pinching, so that horizontal movement means scrolling. */
export function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

const arrowUsers =
  "input:not([data-is-offered]), textarea, select, video, audio, [contenteditable], [role=tab], dialog";

/** Whether an element needs horizontal movement: fields, what scrolls, and pages on which somebody writes. */
export function needsArrows(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(arrowUsers) || document.querySelector("dialog[open], main textarea"))
    return true;
  for (let element: Element | null = target; element; element = element.parentElement) {
    const isWide = element.scrollWidth > element.clientWidth + 1;
    if (isWide && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  }
  return false;
}

/** Moves the focus to the page's heading. Returns whether there is one. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
