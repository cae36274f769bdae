import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { itemsAbove } from "./placeInList.ts";

export const firstLength = 120;
/** Items added per step; few enough for a slow phone to stay responsive. */
const growth = 480;

/** Number of items above the bottom of the viewport when the list was unmounted. */
let lengthLeft = 0;

/**
 * Returns how many items of a list to render: few at first, more whenever the page is idle. On return it
 * starts with as many as were scrolled past, so that the scroll position is kept.
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
      if (element) lengthLeft = itemsAbove(element, window.innerHeight);
    };
  }, [list]);

  return Math.min(grown, total);
}
