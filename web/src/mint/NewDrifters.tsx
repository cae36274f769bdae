import { Link } from "react-router-dom";
import type { Hex } from "viem";
import { drifterPath } from "../drifter/cleanDrifterId.ts";
import { Portrait } from "../drifter/Portrait.tsx";
import { spokenName } from "../drifter/spokenName.ts";
import { TransactionHash } from "../transactions/TransactionHash.tsx";
import { inDrifters } from "./inWords.ts";
import "./NewDrifters.css";

interface NewDriftersProps {
  drifterIds: readonly string[];
  /** How many were minted: the node may not say which. */
  qty: number;
  /** Of the transaction that minted them. */
  hash: Hex | undefined;
  onMore: () => void;
}

/** What a mint has brought, and where to go from here. */
export function NewDrifters({ drifterIds, qty, hash, onMore }: NewDriftersProps) {
  return (
    <section className="new-drifters">
      <h2 data-place="new drifters" tabIndex={-1}>
        {qty === 1 ? "A drifter walks" : `${inDrifters(qty)} walk`} under your name.
      </h2>
      <p>Go to see {qty === 1 ? "it" : "them"}, and write what the wind has not taken yet.</p>
      <ul>
        {drifterIds.map((drifterId) => (
          <li key={drifterId}>
            <Link to={drifterPath(drifterId)} aria-label={spokenName(drifterId)}>
              <Portrait drifterId={drifterId} alt="" isAwaited />
              <span>{drifterId}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hash && <TransactionHash hash={hash} />}
      <button type="button" className="button" onClick={onMore}>
        Mint more
      </button>
    </section>
  );
}
