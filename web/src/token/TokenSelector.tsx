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

/** Input with shorter pauses takes one entry of the browser's history. */
const pauseMilliseconds = 2_000;

/**
 * Number input for a token's ID. It is mounted above both routes, so that it keeps its focus and text
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
  // WebKit would not restore the scroll position of a page before if the focused field is removed.
  useLayoutEffect(() => {
    const field = input.current;
    return () => field?.blur();
  }, []);
  useEffect(() => {
    const field = input.current;
    // React's own `onBeforeInput` is another event.
    field?.addEventListener("beforeinput", rejectNonDigits);
    return () => field?.removeEventListener("beforeinput", rejectNonDigits);
  }, []);

  function choose(typed: string, atMilliseconds: number) {
    const path = selectedTokenPath(cleanDrifterId(typed));
    setIsZero(Number(typed || 1) === 0);
    if (path === pathname) return;
    const last = lastTyped.current;
    const isTypingOn =
      last?.path === pathname &&
      navigationType !== "POP" &&
      atMilliseconds - last.atMilliseconds < pauseMilliseconds;
    navigate(path, { replace: isTypingOn });
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
        onKeyDown={blockChangingKeys}
        // Scrolling over a focused number input would change its value.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </div>
  );
}

/** Leaves out what is no part of a number: Firefox would show it, and then report no value. */
function rejectNonDigits(event: InputEvent): void {
  const { data } = event;
  if (data === null || !/[^\deE.+-]/.test(data)) return;
  event.preventDefault();
  const digits = data.replace(/\D/g, "");
  // Keeps the caret and the field's own history.
  if (digits) document.execCommand("insertText", false, digits);
}

/** Blocks the minus sign and the arrow keys, which would change the number. */
function blockChangingKeys(event: KeyboardEvent): void {
  if (["ArrowUp", "ArrowDown", "-"].includes(event.key)) event.preventDefault();
}

/**
 * Focuses the input on load, and after navigations that leave nothing focused; not on touch screens, where focus opens
 * the keyboard over the portrait.
 */
function useFocusOnArrival(input: RefObject<HTMLInputElement | null>, pathname: string): void {
  const isLoaded = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    const isTaken = isLoaded.current && document.activeElement !== document.body;
    isLoaded.current = true;
    if (isTaken || window.matchMedia("(pointer: coarse)").matches) return;
    input.current?.focus({ preventScroll: true });
  }, [input, pathname]);
}
