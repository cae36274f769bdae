import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { Address } from "viem";
import { nouns } from "#protocol/values/noun";
import { ownerPagePath, tokenPagePath } from "#protocol/wire/pages";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { Notice } from "../../components/Notice.tsx";
import { ownerQueryOptions } from "../../tokens/ownerQuery.ts";
import { accessibleName } from "../../tokens/tokenLinks.ts";

interface YourTokensProps {
  owner: Address;
  /** Called when a link is followed. */
  onLeave: () => void;
}

/** Maximum number of links in the dialog; the owner's page lists all tokens. */
const maxLinks = 24;

/** Renders the number of the account's tokens, links to the newest, and to the owner's page if there are more. */
export function YourTokens({ owner, onLeave }: YourTokensProps) {
  const { data, isFetching, isStale, isError, refetch } = useQuery(
    ownerQueryOptions(owner, maxLinks),
  );
  // The wallet may have minted or sold tokens since the last read.
  const current = isStale && isFetching ? undefined : data;
  const { tokens = [], total = 0 } = current ?? {};
  return (
    <section className="your-tokens stack" aria-labelledby="your-tokens">
      <h3 id="your-tokens">
        Your {nouns}
        {total > 0 && <span className="small"> {total.toLocaleString("en")}</span>}
      </h3>
      {current && !isError && total === 0 && (
        <p className="soft">This wallet holds no {nouns} yet.</p>
      )}
      {tokens.length > 0 && (
        <ul>
          {tokens.map(({ drifterId }) => (
            <li key={drifterId}>
              <Link
                to={tokenPagePath(drifterId)}
                aria-label={accessibleName(drifterId)}
                onClick={onLeave}
              >
                <img src={tokenPath(apiPaths.portrait, drifterId)} alt="" loading="lazy" />#
                {drifterId}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {total > tokens.length && (
        <Link to={ownerPagePath(owner)} className="button button--small" onClick={onLeave}>
          Show all
        </Link>
      )}
      <div role="status">
        {current === undefined && isFetching && <p className="soft">Loading…</p>}
        {isError && (
          <Notice tone="warning" actions={{ "Try again": () => void refetch() }}>
            Your {nouns} failed to load.
          </Notice>
        )}
      </div>
    </section>
  );
}
