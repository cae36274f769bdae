import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";

export interface ShowMoreProps {
  /** Address of the next page, for browsers without scripts; absent at the end of the list. */
  href: string | null | undefined;
  /** Contains the list, whose items have their index in `data-index`. */
  list: RefObject<Element | null>;
  /** Number of its items. */
  length: number;
  /** The infinite query of the list. After a failed attempt, the next one is the person's. */
  pages: { isFetching: boolean; isFetchNextPageError: boolean; fetchNextPage: () => unknown };
}

/**
 * Link below a list that continues it on this page: when the person requests it, and from then on whenever the end of
 * the list is less than a window's height away. Until then the list has an end, so that what is below it can be reached.
 * The focus moves to the first item that was requested, not to those that come by themselves.
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
    // A new element for each page: the old one would shift by the page's height.
    <div key={href} ref={mark} className="show-more row" data-continues={isRequested}>
      <Link to={href} className="button" aria-disabled={isFetching} onClick={request}>
        {isFetching ? "Loading…" : "Show more"}
      </Link>
      <p role="status">{hasFailed && !isFetching && "Couldn't load more. Try again."}</p>
    </div>
  );
}
