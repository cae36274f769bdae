import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation, useMatch, useNavigate, useNavigationType } from "react-router-dom";
import { aNoun, Noun } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import { useIsHydrated } from "../page/usePage.ts";
import { cleanDrifterId, selectedTokenPath } from "../tokens/tokenLinks.ts";
import "./TokenSelector.css";

/** Edits closer together than this replace the history entry instead of adding one. */
const debounceMilliseconds = 2_000;

/** Marks the field while only the page has focused it: arrow keys then walk to the neighbors. */
const offered = "data-is-offered";

/**
 * Renders a number input for a token ID. Mounted above both routes, so that focus and text survive
 * while the page below changes.
 */
export function TokenSelector() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const [isZero, setIsZero] = useState(false);
  const lastTyped = useRef<{ path: string; atMilliseconds: number }>(undefined);
  const drifterId = useMatch(pages.token.path)?.params.drifterId ?? "";

  const isHydrated = useIsHydrated();
  useFocusOnArrival(input, pathname);
  // Otherwise WebKit would not restore the previous page's scroll position when the focused field is removed.
  useLayoutEffect(() => {
    const field = input.current;
    return () => field?.blur();
  }, []);
  useEffect(() => {
    const field = input.current;
    // React's `onBeforeInput` is a different event.
    field?.addEventListener("beforeinput", rejectNonDigits);
    return () => field?.removeEventListener("beforeinput", rejectNonDigits);
  }, []);

  /** From now on, the reader uses the field, and its arrow keys move the caret. */
  const takeOver = () => input.current?.removeAttribute(offered);

  function onKeyDown(event: KeyboardEvent) {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) takeOver();
    blockChangingKeys(event);
  }

  function choose(typed: string, atMilliseconds: number) {
    takeOver();
    const path = selectedTokenPath(cleanDrifterId(typed));
    setIsZero(Number(typed || 1) === 0);
    if (path === pathname) return;
    const last = lastTyped.current;
    const continuesSearch =
      last?.path === pathname &&
      navigationType !== "POP" &&
      atMilliseconds - last.atMilliseconds < debounceMilliseconds;
    navigate(path, { replace: continuesSearch });
    lastTyped.current = { path, atMilliseconds };
  }

  return (
    <div className="selector">
      <p className="small" role="status">
        {isZero ? "The first ID is 1." : `Go to ${aNoun}`}
      </p>
      <input
        ref={input}
        className="selector__input"
        type="number"
        min={0}
        inputMode="numeric"
        placeholder={`${Noun} ID`}
        aria-label={`${Noun} ID`}
        autoComplete="off"
        value={drifterId}
        readOnly={!isHydrated}
        onChange={(event) => choose(event.target.value, event.timeStamp)}
        onKeyDown={onKeyDown}
        onPointerDown={takeOver}
        onBlur={takeOver}
        // Scrolling over a focused number input would change its value.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </div>
  );
}

/** Rejects non-digit characters, which Firefox would show while reporting no value. */
function rejectNonDigits(event: InputEvent): void {
  const { data } = event;
  if (data === null || !/[^\deE.+-]/.test(data)) return;
  event.preventDefault();
  const digits = data.replace(/\D/g, "");
  // `insertText` preserves the caret and the undo history.
  if (digits) document.execCommand("insertText", false, digits);
}

/** Blocks the minus sign and the arrow keys, which would change the number. */
function blockChangingKeys(event: KeyboardEvent): void {
  if (["ArrowUp", "ArrowDown", "-"].includes(event.key)) event.preventDefault();
}

/**
 * Focuses the input on load, and after navigations that leave nothing focused. Skips touch screens,
 * where focus would open the keyboard over the portrait.
 */
function useFocusOnArrival(input: RefObject<HTMLInputElement | null>, pathname: string): void {
  const isLoaded = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    const isTaken = isLoaded.current && document.activeElement !== document.body;
    isLoaded.current = true;
    if (isTaken || window.matchMedia("(pointer: coarse)").matches) return;
    input.current?.focus({ preventScroll: true });
    input.current?.setAttribute(offered, "");
  }, [input, pathname]);
}
