import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to the first new link of a list that has grown.
 *
 * @param length number of links in `list`.
 * @returns a function to call when the person asks for more; the list may also grow without being asked.
 */
export function useFocusOnMore(list: RefObject<Element | null>, length: number): () => void {
  const askedAt = useRef<number>(undefined);
  useEffect(() => {
    const from = askedAt.current;
    if (from === undefined || length <= from) return;
    askedAt.current = undefined;
    list.current
      ?.querySelectorAll<HTMLElement>("li > a, li h2 > a")
      [from]?.focus({ preventScroll: true });
  }, [list, length]);
  return () => {
    askedAt.current = length;
  };
}
