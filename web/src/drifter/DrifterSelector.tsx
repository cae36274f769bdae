import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useLocation, useMatch, useNavigate, useNavigationType } from "react-router-dom";
import { cleanDrifterId, drifterPath } from "./cleanDrifterId.ts";
import "./DrifterSelector.css";

/** What is typed with shorter pauses is one number, and one entry of the browser's history. */
const pauseMilliseconds = 2_000;

/**
 * The number that chooses a drifter. It is rendered above both routes and not remounted between
 * them, so that typing goes on while the page beneath it changes.
 */
export function DrifterSelector() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastTyped = useRef({ path: "", atMilliseconds: 0 });
  const drifterId = useMatch("/drifter/:drifterId")?.params.drifterId ?? "";

  useFocusOnArrival(input, pathname);

  function choose(typed: string, atMilliseconds: number) {
    const path = drifterPath(cleanDrifterId(typed));
    if (path === pathname) return;
    const last = lastTyped.current;
    const isTypingOn =
      last.path === pathname &&
      navigationType !== "POP" &&
      atMilliseconds - last.atMilliseconds < pauseMilliseconds;
    navigate(path, { replace: isTypingOn });
    lastTyped.current = { path, atMilliseconds };
  }

  return (
    <div className="selector">
      <input
        ref={input}
        className="selector__input"
        type="number"
        min={0}
        inputMode="numeric"
        placeholder="Drifter ID"
        aria-label="Drifter ID"
        autoComplete="off"
        value={drifterId}
        onChange={(event) => choose(event.target.value, event.timeStamp)}
        onKeyDown={keepNumber}
        // A wheel over a focused number input would change it; the reader only wants to scroll.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </div>
  );
}

/** Keeps the arrow keys from counting, and out what no drifter's number has. */
function keepNumber(event: KeyboardEvent): void {
  if (["ArrowUp", "ArrowDown", "-"].includes(event.key)) event.preventDefault();
}

/**
 * Focuses the input on load, and again where a followed link has left the keyboard without a place.
 * On touch screens only on load: elsewhere it would open the keyboard over the portrait.
 */
function useFocusOnArrival(input: RefObject<HTMLInputElement | null>, pathname: string): void {
  const isLoaded = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new path is the arrival.
  useEffect(() => {
    const isPlaceless = document.activeElement === document.body;
    if (isLoaded.current && !(isPlaceless && window.matchMedia("(hover: hover)").matches)) return;
    isLoaded.current = true;
    input.current?.focus({ preventScroll: true });
  }, [input, pathname]);
}
