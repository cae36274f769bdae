import type { ReactNode } from "react";
import "./StorySection.css";

/** The place of a drifter's story on the page. */
export function StorySection({ children }: { children: ReactNode }) {
  return (
    <section className="narrative" aria-label="Story">
      {children}
    </section>
  );
}
