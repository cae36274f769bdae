import type { ReactNode } from "react";

export function StorySection({ children }: { children: ReactNode }) {
  return (
    <section className="narrative" aria-label="Story">
      {children}
    </section>
  );
}
