import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
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

function NewToken({ drifterId, isOnly }: { drifterId: string; isOnly: boolean }) {
  const { data } = useQuery(metadataQueryOptions(drifterId));
  // Right after the mint, the service may not have the portrait yet.
  useAwaitedMetadata(drifterId);
  const name = data?.name ?? tokenTitle(drifterId);
  return (
    <>
      <Link className="sign" to={tokenPagePath(drifterId)}>
        <Portrait drifterId={drifterId} alt="" isAwaited />
        <span className="visually-hidden">{Noun} </span>
        <span>
          #{drifterId} <bdi>{data?.name}</bdi>
        </span>
      </Link>
      <Link
        className={`button ${isOnly ? "button--primary" : "button--small"}`}
        to={tokenPagePath(drifterId) + writeHash}
      >
        Write {name}'s story
      </Link>
    </>
  );
}

/** Sets the delay that `NewTokens.css` reads; React's type of styles lacks custom properties. */
const arrivalDelay = (milliseconds: number) =>
  ({ "--arrival-delay": `${milliseconds}ms` }) as CSSProperties;

/** Longest time in which all new tokens come up the road, one after the other. */
const arrivalMilliseconds = 2_400;

/** Renders the minted tokens, with links to their pages and to write their stories. */
export function NewTokens({ order: { qty, wallet }, receipt, onMore }: NewTokensProps) {
  const drifterIds = receipt ? mintedTokens(receipt, wallet) : [];
  const [first] = drifterIds;
  const pause = Math.min(400, arrivalMilliseconds / drifterIds.length);
  return (
    <section className="new-tokens stack stack--loose">
      <h2 data-focus-target="new tokens" tabIndex={-1}>
        {qty === 1 ? voice.minted.one : voice.minted.many(qty)}
      </h2>
      <ul>
        {drifterIds.map((drifterId, index) => (
          <li key={drifterId} style={arrivalDelay(index * pause)}>
            <NewToken drifterId={drifterId} isOnly={drifterIds.length === 1} />
          </li>
        ))}
      </ul>
      <p className="row">
        {first !== undefined && <ShareButton path={tokenPagePath(first)} />}
        <Button onClick={onMore}>Mint more</Button>
      </p>
      {receipt && <TransactionHash hash={receipt.transactionHash} />}
    </section>
  );
}
