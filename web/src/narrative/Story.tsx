import { lazy, Suspense } from "react";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import "./Story.css";

// The Markdown machinery is fetched only by pages that may have something to lay out.
const loadMarkdown = () => import("./Markdown.tsx");
const Markdown = lazy(loadMarkdown);

/** Fetches what lays stories out while the story itself is on its way. */
export function preloadStory(): void {
  // Components that need it load it again and report a failure.
  loadMarkdown().catch(() => {});
}

interface StoryProps {
  text: string;
  /** Links must leave the page as it is, because somebody is writing on it. */
  isBesideEditor?: boolean;
}

/** A rendered story, or lines in its place while it is being laid out. */
export function Story({ text, isBesideEditor = false }: StoryProps) {
  return (
    <ErrorBoundary fallback={<Unreadable />} resetKey={text}>
      <Suspense fallback={<StorySkeleton />}>
        <Markdown text={text} isBesideEditor={isBesideEditor} />
      </Suspense>
    </ErrorBoundary>
  );
}

export function StorySkeleton() {
  return (
    <div className="story-skeleton" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}

function Unreadable() {
  return (
    <p className="notice notice--alert" role="alert">
      This story failed to render. Reload the page to try again.
    </p>
  );
}
