import { useEffect, useRef } from "react";

/** State of a task (writing, minting, sending calls) that decides where the focus goes. */
export type Moment =
  // An owner's story on the drifter's page.
  | "reading"
  | "loading"
  | "not loaded"
  | "writing"
  | "signing"
  | "signed"
  | "saving"
  | "keeping"
  | "asking to remove"
  | "removing"
  // The mint form.
  | "choosing"
  | "minting"
  | "unanswered"
  | "not minted"
  | "minted"
  // The calls of a draft of phases.
  | "planning"
  | "sending";

/** An element that can receive the focus, named by its `data-place` attribute. */
export type Place =
  | "edit"
  | "retry"
  | "text"
  | "sign"
  | "save"
  | "remove"
  | "removal"
  | "remove now"
  | "quantity"
  | "mint"
  | "new drifters"
  | "send";

interface Turn {
  from: readonly Moment[];
  to: Moment;
  /** Candidates in order of preference; the first usable one receives the focus. */
  places: readonly Place[];
}

/** Where the focus goes when the pressed control is disabled or removed. Other transitions leave it. */
const turns: readonly Turn[] = [
  // The editor opens, or closes after Cancel or Save.
  { from: ["reading", "loading", "not loaded"], to: "writing", places: ["text"] },
  { from: ["loading"], to: "not loaded", places: ["retry"] },
  { from: ["writing", "loading", "not loaded"], to: "reading", places: ["edit"] },
  // Sign, and "Discard signature".
  // A wallet that signs at once can skip the render in between.
  { from: ["writing", "signing"], to: "signed", places: ["save"] },
  { from: ["signing", "signed"], to: "writing", places: ["sign"] },
  // A save that failed.
  { from: ["saving"], to: "signed", places: ["save"] },
  // "Remove story", "Keep story", and a removal that was rejected or failed.
  { from: ["keeping"], to: "asking to remove", places: ["removal"] },
  { from: ["asking to remove"], to: "keeping", places: ["remove"] },
  { from: ["removing"], to: "asking to remove", places: ["remove now"] },
  // Mint rejected or failed, "Start over", and the actions below such an outcome.
  { from: ["minting"], to: "not minted", places: ["mint", "quantity"] },
  { from: ["minting"], to: "unanswered", places: ["mint", "quantity"] },
  {
    from: ["minting", "unanswered", "not minted"],
    to: "choosing",
    places: ["mint", "quantity"],
  },
  // "Mint more".
  { from: ["minted"], to: "choosing", places: ["quantity"] },
  // Screen readers read the heading on focus, so nothing else announces it.
  {
    from: ["choosing", "minting", "unanswered", "not minted"],
    to: "minted",
    places: ["new drifters"],
  },
  // A call that was sent, rejected or refused.
  { from: ["sending"], to: "planning", places: ["send"] },
];

/** Places that take the focus even from another element, because they replace what was there. */
const arrivals: readonly Place[] = ["text", "new drifters"];

/** Returns the candidates for the focus after a transition; empty if the focus stays. */
function placesAfter(from: Moment, to: Moment): readonly Place[] {
  return turns.find((turn) => turn.to === to && turn.from.includes(from))?.places ?? [];
}

/**
 * Moves the focus when `moment` changes, unless the person has focused another element meanwhile.
 *
 * @param before the moment before the component mounted; without it, mounting moves no focus.
 */
export function useFocusTurns(moment: Moment, before?: Moment): void {
  const last = useRef(before);
  useEffect(() => {
    const places = last.current ? placesAfter(last.current, moment) : [];
    last.current = moment;
    goOnAt(places);
  }, [moment]);
}

/** Focuses the first usable place and scrolls it into view. */
export function goOnAt(places: readonly Place[]): void {
  const [first] = places;
  if (first === undefined || !(arrivals.includes(first) || hasNoFocus())) return;
  for (const place of places) {
    const element = document.querySelector<HTMLElement>(`[data-place="${place}"]`);
    element?.focus({ preventScroll: true });
    if (!element || document.activeElement !== element) continue;
    element.scrollIntoView({ block: "nearest" });
    return;
  }
}

/** Whether nothing has the focus. Browsers differ in whether a focused button keeps it when disabled. */
function hasNoFocus(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(":disabled");
}
