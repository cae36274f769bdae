import { explorerPage } from "../wallet/explorerPage.ts";
import type { SentTransaction } from "./transactionState.ts";

/** A transaction's hash, linked to the block explorer if there is one. */
export function TransactionHash({ hash }: Pick<SentTransaction, "hash">) {
  const explorer = explorerPage(`tx/${hash}`);
  return (
    <p className="small">
      Transaction <code>{hash}</code>
      {explorer && (
        <>
          {" "}
          <a href={explorer.url} target="_blank" rel="noopener">
            See it on {explorer.name}
          </a>
        </>
      )}
    </p>
  );
}
