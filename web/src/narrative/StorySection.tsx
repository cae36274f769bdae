import type { ReactNode } from "react";
import "./StorySection.css";

export function StorySection({ children }: { children: ReactNode }) {
  return (
    <section className="narrative" aria-label="Story">
      {children}
    </section>
  );
}
