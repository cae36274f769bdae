import { type RefObject, useEffect, useState } from "react";

/**
 * Whether an element is at most two window heights away from the viewport. One that has the focus stays near.
 *
 * @param isNearAtFirst the answer of the first render, and of a server's.
 */
export function useIsNear(ref: RefObject<Element | null>, isNearAtFirst: boolean): boolean {
  const [isNear, setIsNear] = useState(isNearAtFirst);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const hasFocus = element.contains(document.activeElement);
        setIsNear((before) => entry?.isIntersecting || (before && hasFocus));
      },
      { rootMargin: "200%" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isNear;
}
