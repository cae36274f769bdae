import { useSyncExternalStore } from "react";

/**
 * Whether the page has taken over the server's markup. Until then it renders exactly that markup, so what only the
 * browser knows (time zone, origin, storage) has to wait, and controls are disabled.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

function subscribe() {
  return () => undefined;
}
