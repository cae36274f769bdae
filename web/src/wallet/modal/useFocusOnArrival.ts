import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus when the view changes: on return to the entry that was opened, otherwise to the title. */
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
