import { type RefObject, useLayoutEffect, useState } from "react";
import { itemsAbove } from "./placeInList.ts";

interface Stretch {
  start: number;
  end: number;
}

/** Returns the range of items in the viewport and one viewport height around it, in steps of `step` items. */
export function useVisibleRange(
  list: RefObject<Element | null>,
  length: number,
  step: number,
): Stretch {
  const [stretch, setStretch] = useState<Stretch>({ start: 0, end: step });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list may have more items in view.
  useLayoutEffect(() => {
    const look = () => {
      const element = list.current;
      if (!element) return;
      const { innerHeight } = window;
      const start = Math.floor(itemsAbove(element, -innerHeight) / step) * step;
      const end = Math.ceil(itemsAbove(element, 2 * innerHeight) / step) * step;
      setStretch((before) =>
        before.start === start && before.end === end ? before : { start, end },
      );
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [list, step, length]);

  return stretch;
}
