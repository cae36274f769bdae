import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to the first new item of a list that has grown; its items have their index in `data-index`.
 *
 * @param length number of items in `list`.
 * @returns a function to call when the person requests more; the list may also grow by itself.
 */
export function useFocusOnMore(list: RefObject<Element | null>, length: number): () => void {
  const askedAt = useRef<number>(undefined);
  useEffect(() => {
    const from = askedAt.current;
    if (from === undefined || length <= from) return;
    askedAt.current = undefined;
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${from}"] a`);
    link?.focus({ preventScroll: true });
  }, [list, length]);
  return () => {
    askedAt.current = length;
  };
}
