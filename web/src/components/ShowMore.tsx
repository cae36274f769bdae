import { useRef } from "react";
import { Link } from "react-router-dom";
import { useShowMore } from "./useShowMore.ts";
import "./ShowMore.css";

interface ShowMoreProps {
  /** Address of the next page, for browsers without scripts. */
  href: string;
  /** The infinite query of the list. */
  pages: Parameters<typeof useShowMore>[1];
  /** Called when the person asks for more. */
  onAsk?: () => void;
}

/** Link below a list that continues it on this page. */
export function ShowMore({ href, pages, onAsk }: ShowMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const { isWanted, ask } = useShowMore(mark, pages);
  const { isFetching, isError } = pages;
  return (
    // A new element for each page: the old one would shift by the page's height.
    <div key={href} ref={mark} className="show-more" data-continues={isWanted}>
      <Link
        to={href}
        className="button"
        aria-disabled={isFetching}
        onClick={(event) => {
          event.preventDefault();
          onAsk?.();
          ask();
        }}
      >
        {isFetching ? "Loading…" : "Show more"}
      </Link>
      <p role="status">{isError && !isFetching && "Couldn't load more. Try again."}</p>
    </div>
  );
}
