import { runtimeConfig } from "../env.ts";
import type { SentTransaction } from "./transactionState.ts";
import "./TransactionHash.css";

/** A transaction's hash, linked to the block explorer if there is one. */
export function TransactionHash({ hash }: Pick<SentTransaction, "hash">) {
  const explorer = runtimeConfig().chain.blockExplorers?.default;
  return (
    <p className="transaction-hash">
      Transaction <code>{hash}</code>
      {explorer && (
        <>
          {" "}
          <a href={`${explorer.url.replace(/\/$/, "")}/tx/${hash}`} target="_blank" rel="noopener">
            See it on {explorer.name}
          </a>
        </>
      )}
    </p>
  );
}
