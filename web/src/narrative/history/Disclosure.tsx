import { type ReactNode, useId, useState } from "react";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { Notice } from "../../components/Notice.tsx";
import { useIsHydrated } from "../../page/usePage.ts";

interface DisclosureProps {
  /** The button's label. */
  name: ReactNode;
  children: ReactNode;
}

/** Renders a button that shows and hides lazily loaded content below; closing unmounts the content. */
export function Disclosure({ name, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isHydrated = useIsHydrated();
  const panelId = useId();
  return (
    <div className="disclosure">
      <button
        type="button"
        className="quiet-button plain-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        disabled={!isHydrated}
        onClick={() => setIsOpen(!isOpen)}
      >
        {name}
      </button>
      <div id={panelId} className="disclosure__panel" hidden={!isOpen}>
        {isOpen && <ErrorBoundary fallback={<LoadFailure />}>{children}</ErrorBoundary>}
      </div>
    </div>
  );
}

function LoadFailure() {
  return <Notice tone="alert">This failed to load. Reload the page to try again.</Notice>;
}
