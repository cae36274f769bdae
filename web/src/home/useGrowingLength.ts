import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { itemsAbove } from "./placeInList.ts";

const firstLength = 120;
/** How much is added at a time: what a slow phone does between two touches. */
const growth = 480;

/** How much of the list was above the window's lower edge when it was left. */
let lengthLeft = 0;

/**
 * How much of a list is there by now: a little at first, more whenever the page has nothing else to
 * do. Who comes back finds at once as much as they had come down, and so their place.
 */
export function useGrowingLength(total: number, list: RefObject<Element | null>): number {
  const [grown, setGrown] = useState(() => Math.max(firstLength, lengthLeft));
  const isWhole = grown >= total;

  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => setGrown(grown + growth));
    return () => clearTimeout(timer);
  }, [grown, isWhole]);

  useLayoutEffect(() => {
    const element = list.current;
    return () => {
      lengthLeft = element ? itemsAbove(element, window.innerHeight) : 0;
    };
  }, [list]);

  return Math.min(grown, total);
}
