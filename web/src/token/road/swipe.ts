import { isZoomed, needsArrows } from "./controls.ts";
import { type Movement, type Side, walkMilliseconds } from "./movement.ts";

interface Swiping {
  /** Returns the paused movement to a side; undefined if nothing is there or nothing may move. */
  prepare(side: Side): Movement | undefined;
  walk(side: Side, prepared?: Movement): Promise<void>;
  /** Fetches the neighbors, because the reader may be about to walk. */
  prefetch(): void;
}

interface Gesture {
  x: number;
  y: number;
  startedAt: number;
  /** Horizontal distance from the start, in pixels; 0 until the direction is known. */
  dx: number;
  movement?: Movement | undefined;
}

/** Width at the screen's edges from which browsers start their own gestures, in pixels. */
const edgePixels = 28;
/** Distance at which a touch shows its direction, in pixels. */
const slopPixels = 6;
const flickMilliseconds = 300;

/** Lets the page follow a finger that moves sideways, and walks if the finger has moved far or fast enough. */
export function listenForSwipes(
  { prepare, walk, prefetch }: Swiping,
  { signal }: { signal: AbortSignal },
): void {
  const main = document.querySelector("main");
  let gesture: Gesture | undefined;

  function start({ touches, target, timeStamp }: TouchEvent): void {
    end();
    const [touch] = touches;
    if (!touch || touches.length > 1 || isTaken(touch.clientX, target)) return;
    gesture = { x: touch.clientX, y: touch.clientY, startedAt: timeStamp, dx: 0 };
    prefetch();
  }

  function move(event: TouchEvent): void {
    const [touch] = event.touches;
    if (!gesture || !touch) return;
    const [dx, dy] = [touch.clientX - gesture.x, touch.clientY - gesture.y].map(Math.round);
    if (dx === undefined || dy === undefined) return;
    if (gesture.dx === 0) {
      if (Math.max(Math.abs(dx), Math.abs(dy)) < slopPixels) return;
      if (!event.cancelable || Math.abs(dx) < 1.4 * Math.abs(dy)) {
        gesture = undefined;
        return;
      }
    }
    event.preventDefault();
    if (gesture.dx === 0 || Math.sign(dx) !== Math.sign(gesture.dx)) {
      gesture.movement?.cancel();
      resist(0);
      gesture.movement = prepare(sideOf(dx));
    }
    gesture.dx = dx || gesture.dx;
    if (gesture.movement) gesture.movement.time = progressOf(dx) * walkMilliseconds;
    else resist(dx);
  }

  function end(event?: TouchEvent): void {
    const { dx = 0, movement, startedAt = 0 } = gesture ?? {};
    gesture = undefined;
    resist(0);
    if (dx === 0) return;
    const isFlick = event && event.timeStamp - startedAt < flickMilliseconds;
    if (event?.type === "touchend" && progressOf(dx) > (isFlick ? 0.1 : 0.3))
      void walk(sideOf(dx), movement);
    else movement?.reverse();
  }

  main?.addEventListener("touchstart", start, { signal, passive: true });
  main?.addEventListener("touchmove", move, { signal, passive: false });
  main?.addEventListener("touchend", end, { signal });
  main?.addEventListener("touchcancel", end, { signal });
}

const sideOf = (dx: number): Side => (dx < 0 ? 1 : -1);
const progressOf = (dx: number) => Math.min(1, Math.abs(dx) / (0.6 * window.innerWidth));

/** Whether a touch belongs to the browser or to an element: at an edge, in a field, on selected text. */
function isTaken(x: number, target: EventTarget | null): boolean {
  const isAtEdge = x < edgePixels || x > window.innerWidth - edgePixels;
  return isAtEdge || isZoomed() || needsArrows(target) || !getSelection()?.isCollapsed;
}

/** Moves the portrait a little with the finger, where the road ends. */
function resist(dx: number): void {
  const frame = document.querySelector<HTMLElement>(".card__frame > :is(a, .portrait)");
  if (!frame || (dx === 0 && !frame.style.translate)) return;
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  frame.style.translate = dx === 0 || isStill ? "" : `${dx / (3 + Math.abs(dx) / 40)}px`;
}
