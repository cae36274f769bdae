import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { Address } from "viem";
import { Button } from "../../components/Button.tsx";
import { accessibleName } from "../../drifter/accessibleName.ts";
import { drifterPath } from "../../drifter/cleanDrifterId.ts";
import { holdingsQueryOptions } from "./holdingsQuery.ts";
import "./YourDrifters.css";

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
  return (
    <section className="your-drifters" aria-labelledby="your-drifters">
      <h3 id="your-drifters">
        Your drifters
        {count !== undefined && count > 0 && (
          <span className="your-drifters__count"> {count.toLocaleString("en")}</span>
        )}
      </h3>
      {count === 0 && <p className="wallet-dialog__note">This wallet holds no drifters yet.</p>}
      {drifterIds.length > 0 && <DrifterLinks drifterIds={drifterIds} onFollow={onLeave} />}
      {holdings.hasNextPage && !holdings.isError && (
        <Button
          isSmall
          aria-disabled={holdings.isFetching}
          onClick={() => void (holdings.isFetching || holdings.fetchNextPage())}
        >
          {holdings.isFetching ? "Reading the chain…" : "Show more"}
        </Button>
      )}
      <div role="status">
        {holdings.isPending && <p className="wallet-dialog__note">Reading the chain…</p>}
        {holdings.isError && (
          <div className="notice notice--warning">
            <p>Can't reach the network, so your drifters can't be listed.</p>
            <div className="notice__actions">
              <Button isSmall onClick={() => void holdings.refetch()}>
                Try again
              </Button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

function DrifterLinks({
  drifterIds,
  onFollow,
}: {
  drifterIds: readonly string[];
  onFollow: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(drifterIds.length);
  // After “Show more”, focuses the first new link.
  useEffect(() => {
    if (drifterIds.length > shown.current) {
      list.current?.querySelectorAll("a")[shown.current]?.focus();
    }
    shown.current = drifterIds.length;
  }, [drifterIds.length]);
  return (
    <ul ref={list} className="your-drifters__list">
      {drifterIds.map((drifterId) => (
        <li key={drifterId}>
          <Link
            to={drifterPath(drifterId)}
            aria-label={accessibleName(drifterId)}
            onClick={onFollow}
          >
            {drifterId}
          </Link>
        </li>
      ))}
    </ul>
  );
}
