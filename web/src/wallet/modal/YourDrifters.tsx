import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router-dom";
import type { Address } from "viem";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { accessibleName, drifterPath } from "../../drifter/drifterLinks.ts";
import { useFocusOnMore } from "../../page/useFocusOnMore.ts";
import { holdingsQueryOptions } from "../directory/holdingsQuery.ts";

interface YourDriftersProps {
  owner: Address;
  /** Called when a link to a drifter is followed. */
  onLeave: () => void;
}

/** Number of the account's drifters, with a link to each. */
export function YourDrifters({ owner, onLeave }: YourDriftersProps) {
  const holdings = useInfiniteQuery(holdingsQueryOptions(owner));
  const count = holdings.data?.pages[0]?.count;
  const drifterIds = holdings.data?.pages.flatMap((page) => page.drifterIds) ?? [];
  const list = useRef<HTMLUListElement>(null);
  const focusOnMore = useFocusOnMore(list, drifterIds.length);
  return (
    <section className="your-drifters stack" aria-labelledby="your-drifters">
      <h3 id="your-drifters">
        Your drifters
        {count !== undefined && count > 0 && (
          <span className="small"> {count.toLocaleString("en")}</span>
        )}
      </h3>
      {count === 0 && <p className="soft">This wallet holds no drifters yet.</p>}
      {drifterIds.length > 0 && (
        <ul ref={list}>
          {drifterIds.map((drifterId, place) => (
            <li key={drifterId} data-place={place}>
              <Link
                to={drifterPath(drifterId)}
                className="button button--wide"
                aria-label={accessibleName(drifterId)}
                onClick={onLeave}
              >
                {drifterId}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {holdings.hasNextPage && !holdings.isError && (
        <Button
          isSmall
          aria-disabled={holdings.isFetching}
          onClick={() => {
            focusOnMore();
            if (!holdings.isFetching) void holdings.fetchNextPage();
          }}
        >
          {holdings.isFetching ? "Reading the chain…" : "Show more"}
        </Button>
      )}
      <div role="status">
        {holdings.isPending && <p className="soft">Reading the chain…</p>}
        {holdings.isError && (
          <Notice tone="warning" actions={{ "Try again": () => void holdings.refetch() }}>
            Can't reach the network, so your drifters can't be listed.
          </Notice>
        )}
      </div>
    </section>
  );
}
