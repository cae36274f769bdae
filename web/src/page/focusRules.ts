import { useEffect, useRef } from "react";

/** State of a task (writing, minting, sending calls), which determines where the focus moves. */
export type FocusState =
  // An owner's story on the token's page.
  | "reading"
  | "loading"
  | "not loaded"
  | "writing"
  | "signing"
  | "signed"
  | "saving"
  // The mint form.
  | "choosing"
  | "minting"
  | "unanswered"
  | "not minted"
  | "minted"
  // The calls that carry out a drafted sale plan.
  | "planning"
  | "sending";

/** An element that can receive the focus, identified by its `data-focus-target` attribute. */
export type FocusTarget =
  | "edit"
  | "retry"
  | "text"
  | "sign"
  | "save"
  | "quantity"
  | "mint"
  | "new tokens"
  | "send"
  | "sent";

interface FocusRule {
  from: readonly FocusState[];
  to: FocusState;
  /** Candidates in order of preference; the first usable one receives the focus. */
  targets: readonly FocusTarget[];
}

/** Where the focus moves when the pressed control is disabled or removed. Other transitions do not move the focus. */
const focusRules: readonly FocusRule[] = [
  // The editor opens, or closes after Cancel or Save.
  { from: ["reading", "loading", "not loaded"], to: "writing", targets: ["text"] },
  { from: ["loading"], to: "not loaded", targets: ["retry"] },
  { from: ["writing", "loading", "not loaded"], to: "reading", targets: ["edit"] },
  // Sign, and "Sign again".
  // A wallet that signs at once can skip the render in between.
  { from: ["writing", "signing"], to: "signed", targets: ["save"] },
  { from: ["signing", "signed"], to: "writing", targets: ["sign"] },
  // A save that failed.
  { from: ["saving"], to: "signed", targets: ["save"] },
  // Mint rejected or failed, "Start over", and the actions below such an outcome.
  { from: ["minting"], to: "not minted", targets: ["mint", "quantity"] },
  { from: ["minting"], to: "unanswered", targets: ["mint", "quantity"] },
  {
    from: ["minting", "unanswered", "not minted"],
    to: "choosing",
    targets: ["mint", "quantity"],
  },
  // "Mint more".
  { from: ["minted"], to: "choosing", targets: ["quantity"] },
  // Screen readers read the heading on focus, so no live region announces it.
  {
    from: ["choosing", "minting", "unanswered", "not minted"],
    to: "minted",
    targets: ["new tokens"],
  },
  // A call that was sent, rejected or reverted; after the last one, the outcome.
  { from: ["sending"], to: "planning", targets: ["send", "sent"] },
];

/** Targets that take the focus even from a focused element, because they replace that element. */
const alwaysFocusedTargets: readonly FocusTarget[] = ["text", "new tokens"];

/**
 * Moves the focus when `state` changes, unless the user has focused another element.
 *
 * @param before the state before the component mounted; if absent, mounting does not move the focus.
 */
export function useFocusRules(state: FocusState, before?: FocusState): void {
  const last = useRef(before);
  useEffect(() => {
    const from = last.current;
    const rule = focusRules.find((each) => each.to === state && from && each.from.includes(from));
    last.current = state;
    focusFirst(rule?.targets ?? []);
  }, [state]);
}

/** Focuses the first usable target and scrolls it into view. */
export function focusFirst(targets: readonly FocusTarget[]): void {
  const [first] = targets;
  if (first === undefined || !(alwaysFocusedTargets.includes(first) || hasNoFocus())) return;
  for (const target of targets) {
    const element = document.querySelector<HTMLElement>(`[data-focus-target="${target}"]`);
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
