import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";

export interface ShowMoreProps {
  /** URL of the next page, for browsers without scripts; absent at the end of the list. */
  href: string | null | undefined;
  /** Ref to the list, whose items store their index in `data-index`. */
  list: RefObject<Element | null>;
  /** Number of items in the list. */
  length: number;
  /** The list's infinite query. After a failed request, only the user can retry. */
  pages: { isFetching: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown };
}

/**
 * Renders a link that appends the next page to a list. After the first click, pages load automatically whenever the end
 * of the list is within a window's height; before, the content below the list stays reachable. Focus moves to the first
 * item that a click loads, not to items that load automatically.
 */
export function ShowMore({ href, list, length, pages }: ShowMoreProps) {
  const { isFetching, isFetchNextPageError: hasFailed, fetchNextPage } = pages;
  const mark = useRef<HTMLDivElement>(null);
  const [isRequested, setIsRequested] = useState(false);
  const askedAt = useRef<number>(undefined);
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

  useEffect(() => {
    const from = askedAt.current;
    if (from === undefined || length <= from) return;
    askedAt.current = undefined;
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${from}"] a`);
    link?.focus({ preventScroll: true });
  }, [list, length]);

  function request(event: MouseEvent) {
    event.preventDefault();
    askedAt.current = length;
    setIsRequested(true);
    if (!isFetching) fetchNextPage();
  }
  if (!href) return null;
  return (
    // A new element for each page: a reused element would move down by the page's height.
    <div key={href} ref={mark} className="show-more row" data-continues={isRequested}>
      <Link to={href} className="button" aria-disabled={isFetching} onClick={request}>
        {isFetching ? "Loading…" : "Show more"}
      </Link>
      <p role="status">{hasFailed && !isFetching && "Couldn't load more. Try again."}</p>
    </div>
  );
}
