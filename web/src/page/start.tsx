import { type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { isTakingOver, setTakingOver } from "./takingOver.ts";

/** Renders the app into an empty element. */
export function startPage(root: Element, page: ReactNode): void {
  createRoot(root).render(<Started>{page}</Started>);
}

/** Hydrates the server's markup, which stays if that fails. */
export function takeOver(root: Element, page: ReactNode): void {
  const markup = root.innerHTML;
  setTakingOver(true);
  hydrateRoot(root, <Started>{page}</Started>, {
    onUncaughtError(error) {
      console.error(error);
      if (!isTakingOver()) return;
      // Runs after React has emptied the element.
      queueMicrotask(() => {
        root.innerHTML = markup;
        leaveStatic();
      });
    },
  });
}

/** Leaves the server's markup as it is, with `index.html`'s notice, and hides controls that need scripts. */
export function leaveStatic(): void {
  document.documentElement.classList.add("is-static");
}

/** Removes the notice once the app has rendered. */
function Started({ children }: { children: ReactNode }) {
  useEffect(() => {
    setTakingOver(false);
    document.querySelector(".not-started")?.remove();
  }, []);
  return children;
}
