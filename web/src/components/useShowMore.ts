import { type RefObject, useEffect, useState } from "react";

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  /** Whether the last attempt failed; the next one is the person's. */
  isError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Fetches the next page when the person asks for it, and from then on whenever `mark`, the end of the list, is
 * less than a window's height away. Until then the list has an end, so that what is below it can be reached.
 *
 * @returns whether the person has asked for more, and a function that asks.
 */
export function useShowMore(mark: RefObject<Element | null>, pages: Pages) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const [isWanted, setIsWanted] = useState(false);
  const isDue = isWanted && hasNextPage && !isFetching && !isError;

  useEffect(() => {
    const element = mark.current;
    if (!isDue || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) fetchNextPage();
      },
      { rootMargin: "100%" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mark, isDue, fetchNextPage]);

  function ask() {
    setIsWanted(true);
    if (!isFetching) fetchNextPage();
  }
  return { isWanted, ask };
}
