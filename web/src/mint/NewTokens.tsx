import { Link } from "react-router-dom";
import type { TransactionReceipt } from "viem";
import { tokenPagePath } from "#protocol/wire/pages";
import { Button } from "../components/Button.tsx";
import { ShareButton } from "../components/CopyButton.tsx";
import { voice } from "../page/voice.ts";
import { Portrait } from "../token/Portrait.tsx";
import { accessibleName, writeHash } from "../tokens/tokenLinks.ts";
import { TransactionHash } from "../transactions/TransactionNotice.tsx";
import { mintedTokens } from "./purchase/PurchaseTracker.ts";
import type { Order } from "./purchase/purchase.ts";
import "./NewTokens.css";

interface NewTokensProps {
  order: Order;
  /** The mint's receipt; their IDs are unknown without it. */
  receipt: TransactionReceipt | undefined;
  onMore: () => void;
}

/** The minted tokens, with links to them. */
export function NewTokens({ order: { qty, wallet }, receipt, onMore }: NewTokensProps) {
  const drifterIds = receipt ? mintedTokens(receipt, wallet) : [];
  const [first] = drifterIds;
  return (
    <section className="new-tokens stack stack--loose">
      <h2 data-focus-target="new tokens" tabIndex={-1}>
        {qty === 1 ? voice.minted.one : voice.minted.many(qty)}
      </h2>
      <ul>
        {drifterIds.map((drifterId) => (
          <li key={drifterId}>
            <Link
              className="sign"
              to={tokenPagePath(drifterId)}
              aria-label={accessibleName(drifterId)}
            >
              <Portrait drifterId={drifterId} alt="" isAwaited />
              <span>{drifterId}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="row">
        {first !== undefined && (
          <>
            <Link className="button button--primary" to={tokenPagePath(first) + writeHash}>
              Write {drifterIds.length === 1 ? "its story" : "the first one's story"}
            </Link>
            <ShareButton path={tokenPagePath(first)} />
          </>
        )}
        <Button onClick={onMore}>Mint more</Button>
      </p>
      {receipt && <TransactionHash hash={receipt.transactionHash} />}
    </section>
  );
}
