import { Link } from "react-router-dom";
import type { TransactionReceipt } from "viem";
import { Button } from "../components/Button.tsx";
import { accessibleName, drifterPath } from "../drifter/drifterLinks.ts";
import { Portrait } from "../drifter/Portrait.tsx";
import { TransactionHash } from "../transactions/TransactionNotice.tsx";
import { inDrifters } from "./messages.ts";
import { mintedDrifters } from "./purchase/PurchaseTracker.ts";
import type { Order } from "./purchase/purchase.ts";
import "./NewDrifters.css";

interface NewDriftersProps {
  order: Order;
  /** The mint's receipt; their IDs are unknown without it. */
  receipt: TransactionReceipt | undefined;
  onMore: () => void;
}

/** The minted drifters, with links to them. */
export function NewDrifters({ order: { qty, wallet }, receipt, onMore }: NewDriftersProps) {
  const drifterIds = receipt ? mintedDrifters(receipt, wallet) : [];
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
      {receipt && <TransactionHash hash={receipt.transactionHash} />}
      <p>
        <Button onClick={onMore}>Mint more</Button>
      </p>
    </section>
  );
}
