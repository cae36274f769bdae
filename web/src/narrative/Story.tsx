import { Suspense } from "react";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { preloadable } from "../components/preloadable.tsx";
import "./Story.css";

// Only pages that may show a story fetch the Markdown code.
const Markdown = preloadable(() => import("./Markdown.tsx"));

/** Fetches the Markdown code, so that a story renders at once. */
export const preloadStory = Markdown.preload;

interface StoryProps {
  text: string;
  /** Path of the text as it was saved, if it was. */
  source?: string;
  /** Whether links must not leave the page, because it has an open editor. */
  isBesideEditor?: boolean;
}

/** A rendered story, or placeholder lines while the Markdown code loads. */
export function Story({ text, source, isBesideEditor = false }: StoryProps) {
  return (
    <ErrorBoundary fallback={<Unreadable />} resetKey={text}>
      <Suspense fallback={<StorySkeleton />}>
        <Markdown text={text} source={source} isBesideEditor={isBesideEditor} />
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
