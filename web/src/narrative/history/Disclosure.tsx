import { type ReactNode, Suspense, useId, useState } from "react";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";

interface DisclosureProps {
  /** Label of the button. */
  name: ReactNode;
  /** Told while what it opens is fetched. */
  waiting?: string;
  /** Told when it does not arrive. */
  broken?: string;
  children: ReactNode;
}

/** A button, and below it what it opens: fetched then, and gone again when it is closed. */
export function Disclosure({
  name,
  waiting = "One moment…",
  broken = "This could not be shown. Reload the page to try again.",
  children,
}: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <div className="disclosure">
      <button
        type="button"
        className="quiet-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {name}
      </button>
      <div id={panelId} className="disclosure__panel" hidden={!isOpen}>
        {isOpen && (
          <ErrorBoundary fallback={<Broken says={broken} />}>
            <Suspense fallback={<p role="status">{waiting}</p>}>{children}</Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  );
}

function Broken({ says }: { says: string }) {
  return (
    <p className="notice notice--alert" role="alert">
      {says}
    </p>
  );
}
