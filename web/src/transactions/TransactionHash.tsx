import { explorerPage } from "./explorerPage.ts";
import type { SentTransaction } from "./transactionState.ts";
import "./TransactionHash.css";

/** A transaction's hash, linked to the block explorer if there is one. */
export function TransactionHash({ hash }: Pick<SentTransaction, "hash">) {
  const page = explorerPage(`tx/${hash}`);
  return (
    <p className="transaction-hash">
      Transaction <code>{hash}</code>
      {page && (
        <>
          {" "}
          <a href={page.url} target="_blank" rel="noopener">
            See it on {page.name}
          </a>
        </>
      )}
    </p>
  );
}
