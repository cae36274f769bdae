import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { TransactionReceipt } from "viem";
import { Noun, tokenTitle } from "#protocol/values/noun";
import { tokenPagePath } from "#protocol/wire/pages";
import { Button } from "../components/Button.tsx";
import { ShareButton } from "../components/CopyButton.tsx";
import { voice } from "../page/voice.ts";
import { metadataQueryOptions, useAwaitedMetadata } from "../token/metadata.ts";
import { Portrait } from "../token/Portrait.tsx";
import { writeHash } from "../tokens/tokenLinks.ts";
import { TransactionHash } from "../transactions/TransactionNotice.tsx";
import { mintedTokens } from "./purchase/PurchaseTracker.ts";
import type { Order } from "./purchase/purchase.ts";
import "./NewTokens.css";

interface NewTokensProps {
  order: Order;
  /** The mint's receipt; without a receipt, the minted IDs are unknown. */
  receipt: TransactionReceipt | undefined;
  onMore: () => void;
}

function NewToken({ drifterId }: { drifterId: string }) {
  const { data } = useQuery(metadataQueryOptions(drifterId));
  // Right after the mint, the service may not have the portrait yet.
  useAwaitedMetadata(drifterId);
  return (
    <Link className="sign" to={tokenPagePath(drifterId)}>
      <Portrait drifterId={drifterId} alt="" isAwaited />
      <span className="visually-hidden">{Noun} </span>
      <span>
        #{drifterId} <bdi>{data?.name}</bdi>
      </span>
    </Link>
  );
}

/** Renders the minted tokens with links to them. */
export function NewTokens({ order: { qty, wallet }, receipt, onMore }: NewTokensProps) {
  const drifterIds = receipt ? mintedTokens(receipt, wallet) : [];
  const [first] = drifterIds;
  const name = useQuery({ ...metadataQueryOptions(first ?? ""), enabled: first !== undefined }).data
    ?.name;
  return (
    <section className="new-tokens stack stack--loose">
      <h2 data-focus-target="new tokens" tabIndex={-1}>
        {qty === 1 ? voice.minted.one : voice.minted.many(qty)}
      </h2>
      <ul>
        {drifterIds.map((drifterId) => (
          <li key={drifterId}>
            <NewToken drifterId={drifterId} />
          </li>
        ))}
      </ul>
      <p className="row">
        {first !== undefined && (
          <>
            <Link className="button button--primary" to={tokenPagePath(first) + writeHash}>
              Write {name ?? tokenTitle(first)}'s story
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
