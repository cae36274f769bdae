import { type RefObject, useEffect, useRef } from "react";

/** Moves focus with the view: back to what led away from it, else to the title of a new one. */
export function useFocusOnArrival(
  dialog: RefObject<HTMLElement | null>,
  title: RefObject<HTMLElement | null>,
  key: string,
): void {
  const keyBefore = useRef<string>(undefined);
  useEffect(() => {
    const ways = dialog.current?.querySelectorAll<HTMLElement>("[data-leads-to]") ?? [];
    const opener = [...ways].find(({ dataset }) => dataset.leadsTo === keyBefore.current);
    (opener ?? title.current)?.focus();
    keyBefore.current = key;
  }, [dialog, title, key]);
}
