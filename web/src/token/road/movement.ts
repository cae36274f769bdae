import { tokenPagePath } from "#protocol/wire/pages";
import { portraitPath } from "../metadata.ts";

/** Side of the screen that the walk leads to: 1 is right. */
export type Side = 1 | -1;

/** A walk between two neighbors, at any point of which it can be stopped, continued or reversed. */
export interface Movement {
  readonly to: string;
  readonly side: Side;
  /** Milliseconds since the start of the walk. */
  time: number;
  /** Time of the document's timeline at which the walk began; null while it is paused. */
  readonly startTime: number | null;
  play(): void;
  /** Continues another movement, without a pause while the browser prepares this one. */
  continueFrom(other: Movement): void;
  /** Resolves after the movement has been played and removed. */
  finish(): Promise<void>;
  /** Walks back to the start, then shows the page as it is. */
  reverse(): void;
  /** Ends the movement: the page is shown as it is. */
  cancel(): void;
}

export interface Walk {
  from: Place;
  to: Place;
  side: Side;
  /** Whether the page shows the destination already; otherwise, it shows the start. */
  hasArrived: boolean;
}

interface Place {
  drifterId: string;
  sky: string | undefined;
}

export const walkMilliseconds = 680;

/** How far the land moves, in pixels: `Road.css` has the same distances. */
const nearPixels = 200;
const farPixels = 100;

/** Returns the paused movement, or undefined if the page has no portrait to move. */
export function prepareMovement({ from, to, side, hasArrived }: Walk): Movement | undefined {
  const frame = document.querySelector<HTMLElement>(".card__frame");
  const portrait = frame?.querySelector<HTMLElement>(":scope > a .portrait, :scope > .portrait");
  const steps = frame?.querySelector(".road-steps");
  if (!frame || !portrait || !steps) return undefined;
  const added: Element[] = [];
  const animations: Animation[] = [];
  const animate = (element: Element | null, keyframes: Keyframe[]) => {
    const timing = { duration: walkMilliseconds, easing, fill: "both" } as const;
    const animation = element?.animate(keyframes, timing);
    if (!animation) return;
    animation.pause();
    animations.push(animation);
  };
  const add = <Added extends Element>(element: Added, after: Element): Added => {
    after.after(element);
    added.push(element);
    return element;
  };

  // The portraits: one comes out of the distance, the other recedes into it.
  const distant = distantPlaces(portrait, steps);
  const leaves = [{ transform: "none" }, { transform: distant(-side as Side) }];
  const comes = [{ transform: distant(side) }, { transform: "none" }];
  const double = add(
    doublePortrait(portrait, steps, hasArrived ? from : to),
    frame.lastElementChild ?? steps,
  );
  animate(portrait, hasArrived ? comes : leaves);
  animate(double, hasArrived ? leaves : comes);

  // The land goes by, and the skies blend.
  const road = frame.querySelector<HTMLElement>(".road");
  if (hasArrived) {
    const walked = Number(road?.style.getPropertyValue("--road-walked") ?? 0);
    road?.style.setProperty("--road-walked", String(walked + side));
  }
  const travel = (distance: number) =>
    (hasArrived ? [side * distance, 0] : [0, -side * distance]).map((x) => ({
      transform: `translateX(${x}px)`,
    }));
  animate(frame.querySelector(".road__near"), travel(nearPixels));
  animate(frame.querySelector(".road__far"), travel(farPixels));
  const sky = frame.querySelector<HTMLElement>(".road__sky");
  const otherSky = (hasArrived ? from : to).sky;
  if (sky && otherSky !== undefined) {
    // Safety: cloning returns the same kind of element.
    const other = add(sky.cloneNode() as HTMLElement, sky);
    other.dataset.sky = otherSky;
    const [shown, hidden] = [{}, { opacity: 0 }];
    animate(other, hasArrived ? [shown, hidden] : [hidden, shown]);
  }

  // The texts change while they are transparent.
  const fades = [{ opacity: 1 }, { opacity: 0, offset: 0.3 }, { opacity: 0 }];
  const appears = [{ opacity: 0 }, { opacity: 0, offset: 0.3 }, { opacity: 1 }];
  for (const text of [frame.nextElementSibling, steps]) animate(text, hasArrived ? appears : fades);

  return follow(animations, added, { to: to.drifterId, side });
}

/** Starts fast, so that a portrait follows the finger, and ends gently. */
const easing = "cubic-bezier(0.3, 0.4, 0.25, 1)";

function follow(
  animations: readonly Animation[],
  added: readonly Element[],
  facts: Pick<Movement, "to" | "side">,
): Movement {
  const [first] = animations;
  const cancel = () => {
    for (const animation of animations) animation.cancel();
    for (const element of added) element.remove();
  };
  return {
    ...facts,
    get time() {
      return Number(first?.currentTime ?? 0);
    },
    set time(milliseconds) {
      for (const animation of animations) animation.currentTime = milliseconds;
    },
    get startTime() {
      return first?.startTime == null ? null : Number(first.startTime);
    },
    play: () => {
      for (const animation of animations) animation.play();
    },
    continueFrom({ startTime, time }) {
      this.time = time;
      if (startTime === null) return this.play();
      for (const animation of animations) animation.startTime = startTime;
    },
    finish: async () => {
      await first?.finished.then(cancel, () => undefined);
    },
    reverse() {
      // An animation would reverse from its end.
      if (this.time === 0) return cancel();
      for (const animation of animations) animation.reverse();
      void this.finish();
    },
    cancel,
  };
}

/** Returns a function that maps a side to the transform which moves the portrait into the distance on that side. */
function distantPlaces(portrait: Element, steps: Element): (side: Side) => string {
  const near = portrait.getBoundingClientRect();
  const row = steps.getBoundingClientRect();
  const small = steps.querySelector(".portrait")?.getBoundingClientRect();
  const size = small?.width ?? near.width / 8;
  const y = (small?.top ?? row.top) - near.top;
  return (side) => {
    const x = (side > 0 ? row.right - size : row.left) - near.left;
    return `translate(${x}px, ${y}px) scale(${size / near.width})`;
  };
}

/** Returns the other token's portrait in the same place and of the same size. */
function doublePortrait(portrait: HTMLElement, steps: Element, { drifterId }: Place): HTMLElement {
  const double = document.createElement("span");
  double.className = "portrait road-double";
  double.setAttribute("aria-hidden", "true");
  const image = new Image();
  image.src = portraitPath(drifterId);
  image.alt = "";
  double.append(image);
  // The small portrait stands in until the large one has loaded.
  const path = tokenPagePath(drifterId);
  const small = steps.querySelector<HTMLImageElement>(`a[href="${path}"] img`);
  if (small) double.style.background = `url("${small.currentSrc}") center / cover`;
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = portrait;
  Object.assign(double.style, {
    left: `${offsetLeft}px`,
    top: `${offsetTop}px`,
    width: `${offsetWidth}px`,
    height: `${offsetHeight}px`,
  });
  return double;
}

export function isLeftToRight(): boolean {
  return getComputedStyle(document.documentElement).direction !== "rtl";
}
