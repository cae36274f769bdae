import { Link } from "react-router-dom";
import type { Hex } from "viem";
import { Button } from "../components/Button.tsx";
import { accessibleName, drifterPath } from "../drifter/drifterLinks.ts";
import { Portrait } from "../drifter/Portrait.tsx";
import { TransactionHash } from "../transactions/TransactionNotice.tsx";
import { inDrifters } from "./messages.ts";
import "./NewDrifters.css";

interface NewDriftersProps {
  drifterIds: readonly string[];
  /** Number minted; their IDs may be unknown. */
  qty: number;
  /** Hash of the mint's transaction. */
  hash: Hex | undefined;
  onMore: () => void;
}

/** The minted drifters, with links to them. */
export function NewDrifters({ drifterIds, qty, hash, onMore }: NewDriftersProps) {
  return (
    <section className="new-drifters stack stack--loose">
      <h2 data-focus-target="new drifters" tabIndex={-1}>
        {qty === 1 ? "A drifter walks" : `${inDrifters(qty)} walk`} under your name.
      </h2>
      <p>Visit {qty === 1 ? "it, and write its story" : "them, and write their stories"}.</p>
      <ul>
        {drifterIds.map((drifterId) => (
          <li key={drifterId}>
            <Link
              className="sign"
              to={drifterPath(drifterId)}
              aria-label={accessibleName(drifterId)}
            >
              <Portrait drifterId={drifterId} alt="" isAwaited />
              <span>{drifterId}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hash && <TransactionHash hash={hash} />}
      <p>
        <Button onClick={onMore}>Mint more</Button>
      </p>
    </section>
  );
}
