import type { ReactNode } from "react";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { lazily } from "../components/lazily.tsx";
import { Notice } from "../components/Notice.tsx";
import "./Story.css";

// Only pages that may show a story fetch the Markdown code.
const Markdown = lazily(() => import(/* rendered */ "./Markdown.tsx"), {
  fallback: () => <StorySkeleton />,
});

/** Preloads the Markdown code, so that a story renders without suspending. */
export const preloadStory = Markdown.preload;

interface StoryProps {
  text: string;
  /** Path of the saved story's source; absent for an unsaved story. */
  source?: string;
  /** Whether the page has an open editor, so that links must open in a new tab. */
  isBesideEditor?: boolean;
}

/** Renders a story, or placeholder lines while the Markdown code loads. */
export function Story({ text, source, isBesideEditor = false }: StoryProps) {
  return (
    <ErrorBoundary fallback={<RenderFailure />} resetKey={text}>
      <Markdown text={text} source={source} isBesideEditor={isBesideEditor} />
    </ErrorBoundary>
  );
}

export function StorySkeleton() {
  return (
    <div className="story-skeleton stack" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}

function RenderFailure() {
  return <Notice tone="alert">This story failed to render. Reload the page to try again.</Notice>;
}

export function StorySection({ children }: { children: ReactNode }) {
  return (
    <section id="story" className="narrative" aria-label="Story">
      {children}
    </section>
  );
}
