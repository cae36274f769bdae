import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { Address } from "viem";
import { ownerPagePath } from "#protocol/pages";
import { Notice } from "../../components/Notice.tsx";
import { accessibleName, drifterPath } from "../../drifter/drifterLinks.ts";
import { ownerQueryOptions } from "../../owner/ownerQuery.ts";

interface YourDriftersProps {
  owner: Address;
  /** Called when a link is followed. */
  onLeave: () => void;
}

/** Number of links in the dialog; the owner's page has the rest. */
const maxLinks = 24;

/** Number of the account's drifters, with links to the first ones, and to the owner's page if there are more. */
export function YourDrifters({ owner, onLeave }: YourDriftersProps) {
  const { data, isPending, isError, refetch } = useQuery(ownerQueryOptions(owner));
  const drifters = data?.drifters ?? [];
  return (
    <section className="your-drifters stack" aria-labelledby="your-drifters">
      <h3 id="your-drifters">
        Your drifters
        {drifters.length > 0 && (
          <span className="small"> {drifters.length.toLocaleString("en")}</span>
        )}
      </h3>
      {data && drifters.length === 0 && <p className="soft">This wallet holds no drifters yet.</p>}
      <ul>
        {drifters.slice(0, maxLinks).map(({ drifterId }) => (
          <li key={drifterId}>
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
      {drifters.length > maxLinks && (
        <Link to={ownerPagePath(owner)} className="button button--small" onClick={onLeave}>
          Show all
        </Link>
      )}
      <div role="status">
        {isPending && <p className="soft">Reading the chain…</p>}
        {isError && (
          <Notice tone="warning" actions={{ "Try again": () => void refetch() }}>
            Can't reach the network, so your drifters can't be listed.
          </Notice>
        )}
      </div>
    </section>
  );
}
