import { useEffect, useRef } from "react";

/** What a writer, a buyer or the collection's owner is at, as far as it decides where they go on. */
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

/** An element to go on at; it bears the name as `data-place`. */
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
  /** Where to go on; the next one where the one before cannot be used. */
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

/** Takes the focus from wherever it is: what was there before has made room for it. */
const arrivals: readonly Place[] = ["text", "new drifters"];

/** Where to go on when one moment has turned into another; nowhere else if there is none. */
function placesAfter(from: Moment, to: Moment): readonly Place[] {
  return turns.find((turn) => turn.to === to && turn.from.includes(from))?.places ?? [];
}

/**
 * Moves the focus when a moment turns into another one. Whoever has gone on elsewhere meanwhile is left there.
 *
 * @param before the moment that a part which has just come follows on; without one it moves nothing then.
 */
export function useFocusTurns(moment: Moment, before?: Moment): void {
  const last = useRef(before);
  useEffect(() => {
    const places = last.current ? placesAfter(last.current, moment) : [];
    last.current = moment;
    goOnAt(places);
  }, [moment]);
}

/** Focuses the first of the places that can be used, and brings it into sight. */
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
