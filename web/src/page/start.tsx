import { type ReactNode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { isHydrating, setHydrating } from "./hydrating.ts";

/** Renders the app into an empty element. */
export function startPage(root: Element, page: ReactNode): void {
  createRoot(root).render(<StartNoticeRemover>{page}</StartNoticeRemover>);
}

/** Hydrates the server's markup, which stays if hydration fails. */
export function hydratePage(root: Element, page: ReactNode): void {
  const markup = root.innerHTML;
  setHydrating(true);
  hydrateRoot(root, <StartNoticeRemover>{page}</StartNoticeRemover>, {
    onUncaughtError(error) {
      console.error(error);
      if (!isHydrating()) return;
      // Runs after React has emptied the element.
      queueMicrotask(() => {
        root.innerHTML = markup;
        showStaticMarkup();
      });
    },
  });
}

/** Shows the server's markup unchanged, with `index.html`'s notice, and hides controls that need scripts. */
export function showStaticMarkup(): void {
  document.documentElement.classList.add("is-static");
}

/** Removes `index.html`'s notice once the app has rendered. */
function StartNoticeRemover({ children }: { children: ReactNode }) {
  useEffect(() => {
    setHydrating(false);
    document.querySelector(".not-started")?.remove();
  }, []);
  return children;
}
