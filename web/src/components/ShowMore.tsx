import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";

interface ShowMoreProps {
  /** Address of the next page, for browsers without scripts. */
  href: string;
  /** The infinite query of the list. After a failed attempt, the next one is the person's. */
  pages: { isFetching: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown };
  /** Called when the user requests more. */
  onRequest: () => void;
}

/**
 * Link below a list that continues it on this page: when the person requests it, and from then on whenever the end of
 * the list is less than a window's height away. Until then the list has an end, so that what is below it can be reached.
 */
export function ShowMore({ href, pages, onRequest }: ShowMoreProps) {
  const { isFetching, isFetchNextPageError: hasFailed, fetchNextPage } = pages;
  const mark = useRef<HTMLDivElement>(null);
  const [isRequested, setIsRequested] = useState(false);
  const isDue = isRequested && !isFetching && !hasFailed;

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
  }, [isDue, fetchNextPage]);

  function request(event: MouseEvent) {
    event.preventDefault();
    onRequest();
    setIsRequested(true);
    if (!isFetching) fetchNextPage();
  }
  return (
    // A new element for each page: the old one would shift by the page's height.
    <div key={href} ref={mark} className="show-more row" data-continues={isRequested}>
      <Link to={href} className="button" aria-disabled={isFetching} onClick={request}>
        {isFetching ? "Loading…" : "Show more"}
      </Link>
      <p role="status">{hasFailed && !isFetching && "Couldn't load more. Try again."}</p>
    </div>
  );
}
