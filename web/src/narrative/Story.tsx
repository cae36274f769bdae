import type { ReactNode } from "react";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { lazily } from "../components/lazily.tsx";
import { Notice } from "../components/Notice.tsx";
import "./Story.css";

// Only pages that may show a story fetch the Markdown code.
const Markdown = lazily(() => import(/* rendered */ "./Markdown.tsx"), {
  fallback: () => <StorySkeleton />,
});

/** Fetches the Markdown code, so that a story renders at once. */
export const preloadStory = Markdown.preload;

interface StoryProps {
  text: string;
  /** Path of the text's saved source, if it was saved. */
  source?: string;
  /** Whether links must not navigate away, because the page has an open editor. */
  isBesideEditor?: boolean;
}

/** Renders a story, or placeholder lines while the Markdown code loads. */
export function Story({ text, source, isBesideEditor = false }: StoryProps) {
  return (
    <ErrorBoundary fallback={<Unreadable />} resetKey={text}>
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

function Unreadable() {
  return <Notice tone="alert">This story failed to render. Reload the page to try again.</Notice>;
}

export function StorySection({ children }: { children: ReactNode }) {
  return (
    <section className="narrative" aria-label="Story">
      {children}
    </section>
  );
}
