import { Notice } from "../components/Notice.tsx";
import { explorerPage } from "../wallet/explorerPage.ts";
import {
  type SentTransaction,
  type TransactionRefusal,
  type TransactionState,
  wordsForSighting,
} from "./transactionState.ts";

interface TransactionNoticeProps {
  state: TransactionState;
  /** Message after confirmation; absent if it is shown elsewhere. */
  confirmed?: string;
  /** Called to dismiss the notice. */
  onForget: () => void;
}

/** State of a transaction, shown beside the button. Progress is announced politely, problems assertively. */
export function TransactionNotice({ state, confirmed, onForget }: TransactionNoticeProps) {
  const refusal = state.step === "refused" ? state.refusal : undefined;
  return (
    <div className="notices">
      <div role="status">
        {state.step === "checking" && <Notice>Simulating the transaction…</Notice>}
        {state.step === "asking" && (
          <Notice>Your wallet is asking you to confirm. Nothing is sent before that.</Notice>
        )}
        {state.step === "sent" && (
          <Notice
            tone={state.sighting === "waiting" ? "calm" : "warning"}
            actions={state.sighting === "missing" && { "Stop waiting": onForget }}
          >
            <p>{wordsForSighting[state.sighting]}</p>
            <TransactionHash {...state.sent} />
          </Notice>
        )}
        {state.step === "confirmed" && confirmed && <Notice>{confirmed}</Notice>}
        {refusal?.isRejection && <Notice>{refusal.words}</Notice>}
      </div>
      {state.step === "refused" && !refusal?.isRejection && (
        <Notice tone="alert">
          <p>{state.refusal.words}</p>
          <RefusalDetails {...state.refusal} sent={state.sent} />
        </Notice>
      )}
    </div>
  );
}

interface RefusalDetailsProps extends Pick<TransactionRefusal, "revert"> {
  sent?: SentTransaction | undefined;
}

/** What the contract says, and where the transaction can be looked up. */
export function RefusalDetails({ revert, sent }: RefusalDetailsProps) {
  return (
    <>
      {revert && (
        <p>
          The contract reverted with <code>{revert.title}</code>.
        </p>
      )}
      {sent && <TransactionHash {...sent} />}
    </>
  );
}

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
