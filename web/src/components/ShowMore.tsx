import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";

interface ShowMoreProps {
  /** Address of the next page, for browsers without scripts. */
  href: string;
  /** The infinite query of the list. */
  pages: Parameters<typeof useShowMore>[1];
  /** Called when the user requests more. */
  onRequest?: () => void;
}

/** Link below a list that continues it on this page. */
export function ShowMore({ href, pages, onRequest }: ShowMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const { isRequested, request } = useShowMore(mark, pages);
  const { isFetching, isError } = pages;
  return (
    // A new element for each page: the old one would shift by the page's height.
    <div key={href} ref={mark} className="show-more row" data-continues={isRequested}>
      <Link
        to={href}
        className="button"
        aria-disabled={isFetching}
        onClick={(event) => {
          event.preventDefault();
          onRequest?.();
          request();
        }}
      >
        {isFetching ? "Loading…" : "Show more"}
      </Link>
      <p role="status">{isError && !isFetching && "Couldn't load more. Try again."}</p>
    </div>
  );
}

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  /** Whether the last attempt failed; the next one is the person's. */
  isError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Fetches the next page when the person requests it, and from then on whenever `mark`, the end of the list, is
 * less than a window's height away. Until then the list has an end, so that what is below it can be reached.
 *
 * @returns whether the person has requested more, and a function that requests it.
 */
function useShowMore(mark: RefObject<Element | null>, pages: Pages) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const [isRequested, setIsRequested] = useState(false);
  const isDue = isRequested && hasNextPage && !isFetching && !isError;

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

  function request() {
    setIsRequested(true);
    if (!isFetching) fetchNextPage();
  }
  return { isRequested, request };
}
