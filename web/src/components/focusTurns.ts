import { useEffect, useRef } from "react";

/** The step that a writer, a buyer or the collection's owner has reached, as far as it decides where the focus goes. */
export type Moment =
  // The story on its drifter's page, as its owner has it.
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

/** An element that can take the focus; the name is its `data-place`. */
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
  /** Where the focus goes: the first of these that can be used. */
  places: readonly Place[];
}

/** Where the focus goes when what was pressed is disabled or gone. What is not listed leaves it where it is. */
const turns: readonly Turn[] = [
  // The editor opens; after Cancel and after Save, it is gone.
  { from: ["reading", "loading", "not loaded"], to: "writing", places: ["text"] },
  { from: ["loading"], to: "not loaded", places: ["retry"] },
  { from: ["writing", "loading", "not loaded"], to: "reading", places: ["edit"] },
  // Sign, and "Discard signature".
  { from: ["signing"], to: "signed", places: ["save"] },
  { from: ["signing", "signed"], to: "writing", places: ["sign"] },
  // A save that failed.
  { from: ["saving"], to: "signed", places: ["save"] },
  // "Remove story", "Keep story", and a removal that was rejected or failed.
  { from: ["keeping"], to: "asking to remove", places: ["removal"] },
  { from: ["asking to remove"], to: "keeping", places: ["remove"] },
  { from: ["removing"], to: "asking to remove", places: ["remove now"] },
  // Mint, rejected or failed; "Start over"; and what is pressed below such an outcome.
  { from: ["minting"], to: "not minted", places: ["mint", "quantity"] },
  { from: ["minting"], to: "unanswered", places: ["mint", "quantity"] },
  {
    from: ["minting", "unanswered", "not minted"],
    to: "choosing",
    places: ["mint", "quantity"],
  },
  // "Mint more".
  { from: ["minted"], to: "choosing", places: ["quantity"] },
  // The heading is read when it takes the focus, so nothing else announces it.
  {
    from: ["choosing", "minting", "unanswered", "not minted"],
    to: "minted",
    places: ["new drifters"],
  },
  // A call that was sent, rejected or refused.
  { from: ["sending"], to: "planning", places: ["send"] },
];

/** These take the focus wherever it is, because they replace what was there. */
const arrivals: readonly Place[] = ["text", "new drifters"];

/** Where the focus goes when one moment follows another; empty if it stays where it is. */
function placesAfter(from: Moment, to: Moment): readonly Place[] {
  return turns.find((turn) => turn.to === to && turn.from.includes(from))?.places ?? [];
}

/**
 * Moves the focus when one moment follows another, unless the user has moved it elsewhere.
 *
 * @param before the moment before a component was mounted; without it, mounting moves nothing.
 */
export function useFocusTurns(moment: Moment, before?: Moment): void {
  const last = useRef(before);
  useEffect(() => {
    const places = last.current ? placesAfter(last.current, moment) : [];
    last.current = moment;
    goOnAt(places);
  }, [moment]);
}

/** Focuses the first of the places that can be used, and scrolls it into view. */
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

/** Browsers differ in whether a button that is disabled under the focus keeps it. */
function hasNoFocus(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(":disabled");
}
