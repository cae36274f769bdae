import { focusHeading, listenForKeysAndLinks } from "./controls.ts";
import { isLeftToRight, type Movement, prepareMovement, type Side } from "./movement.ts";
import { listenForSwipes } from "./swipe.ts";

/** A token's page on the road, with the IDs of the pages beside it. */
export interface Stop {
  drifterId: string;
  previous: string | undefined;
  next: string | undefined;
  sky: string | undefined;
}

export interface Surroundings {
  /** Fetches what the page of a token shows, and returns its sky. Never rejects. */
  fetchStop(drifterId: string): Promise<string | undefined>;
  go(drifterId: string, state: { keepsScroll: boolean }): void;
}

export interface Walker {
  /** Call this function in each commit: it moves the page if the page has changed to a neighbor's. */
  arrive(now: Stop): void;
  stop(): void;
}

/** Time after which a walk no longer waits for the neighbor's data. */
const patienceMilliseconds = 2_000;

/** Lets the reader walk from this stop. */
export function startWalker(start: Stop, { fetchStop, go }: Surroundings): Walker {
  const controls = new AbortController();
  let here = start;
  let movement: Movement | undefined;
  /** ID of the stop that a walk was requested to, until the page shows it. */
  let destination: string | undefined;
  let isHeadingWanted = false;
  const skies = new Map<string, string | undefined>();

  const neighborAt = (side: Side) => (side > 0 === isLeftToRight() ? here.next : here.previous);
  const fetchSky = async (id: string) => void skies.set(id, await fetchStop(id));

  /** Returns the paused movement to a side's neighbor, unless there is none or the reader prefers no motion. */
  function prepare(side: Side): Movement | undefined {
    const drifterId = neighborAt(side);
    if (drifterId === undefined || prefersNoMotion()) return undefined;
    const to = { drifterId, sky: skies.get(drifterId) };
    return prepareMovement({ from: here, to, side, hasArrived: false });
  }

  async function walk(side: Side, prepared?: Movement): Promise<void> {
    const id = neighborAt(side);
    if (id === undefined || destination !== undefined) return prepared?.reverse();
    const from = here.drifterId;
    destination = id;
    movement?.cancel();
    movement = prepared ?? prepare(side);
    movement?.play();
    await Promise.race([fetchSky(id), pause(patienceMilliseconds)]);
    // The reader may have gone elsewhere.
    if (controls.signal.aborted || here.drifterId !== from || destination !== id) return;
    isHeadingWanted = true;
    go(id, { keepsScroll: isPortraitVisible() });
  }

  function arrive(now: Stop): void {
    const before = here;
    here = now;
    if (before.drifterId !== now.drifterId) {
      const walked = destination === now.drifterId ? movement : undefined;
      const side = walked?.side ?? sideOf(before, now);
      const arrival =
        side && !prefersNoMotion()
          ? prepareMovement({ from: before, to: now, side, hasArrived: true })
          : undefined;
      if (walked) arrival?.continueFrom(walked);
      else arrival?.play();
      movement?.cancel();
      destination = undefined;
      movement = arrival;
      void arrival?.finish().then(() => {
        if (movement === arrival) movement = undefined;
      });
    }
    if (isHeadingWanted && destination === undefined && focusHeading()) isHeadingWanted = false;
  }

  const options = { signal: controls.signal };
  const prefetch = () => {
    for (const id of [here.previous, here.next]) if (id !== undefined) void fetchSky(id);
  };
  listenForKeysAndLinks(
    { walk: (side) => void walk(side), prefetch, isWalking: () => !!movement },
    options,
  );
  listenForSwipes({ walk, prefetch, prepare }, options);
  return {
    arrive,
    stop() {
      controls.abort();
      movement?.cancel();
    },
  };
}

/** Returns the side on which a page's neighbor is; undefined if the other page is no neighbor. */
function sideOf({ previous, next }: Stop, { drifterId }: Stop): Side | undefined {
  if (drifterId === next) return isLeftToRight() ? 1 : -1;
  if (drifterId === previous) return isLeftToRight() ? -1 : 1;
  return undefined;
}

function prefersNoMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function isPortraitVisible(): boolean {
  const portrait = document.querySelector(".card__frame")?.getBoundingClientRect();
  return portrait !== undefined && portrait.top + portrait.height / 2 > 0;
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
