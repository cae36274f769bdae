import { Button } from "../components/Button.tsx";
import { TransactionHash } from "./TransactionHash.tsx";
import type { TransactionState } from "./transactionState.ts";
import "./TransactionNotice.css";

interface TransactionNoticeProps {
  state: TransactionState;
  /** Message after confirmation; absent if it is shown elsewhere. */
  confirmed?: string;
  /** Called to dismiss the notice. */
  onForget: () => void;
}

/** State of a transaction, shown beside the button. Progress is announced politely, problems assertively. */
export function TransactionNotice({ state, confirmed, onForget }: TransactionNoticeProps) {
  const isFault = state.step === "refused" && !state.refusal.isRejection;
  return (
    <div className="transaction">
      <div role="status">
        {state.step === "checking" && <p className="notice">Simulating the transaction…</p>}
        {state.step === "asking" && (
          <p className="notice">
            Your wallet is asking you to confirm. Nothing is sent before that.
          </p>
        )}
        {state.step === "sent" && <Sent state={state} onForget={onForget} />}
        {state.step === "confirmed" && confirmed && <p className="notice">{confirmed}</p>}
        {state.step === "refused" && !isFault && <p className="notice">{state.refusal.words}</p>}
      </div>
      {isFault && (
        <div className="notice notice--alert" role="alert">
          <p>{state.refusal.words}</p>
          {state.refusal.revert && (
            <p className="transaction__revert">
              The contract reverted with <code>{state.refusal.revert.title}</code>.
            </p>
          )}
          {state.sent && <TransactionHash {...state.sent} />}
        </div>
      )}
    </div>
  );
}

const wordsForSighting = {
  waiting: "Waiting for confirmation; you can leave this page.",
  missing:
    "Sent, but the network does not know this transaction. Check your wallet: it may have dropped it, or may send it again.",
  "out of reach": "Sent. Can't reach the network; this page keeps trying.",
};

function Sent({
  state: { sent, sighting },
  onForget,
}: {
  state: Extract<TransactionState, { step: "sent" }>;
  onForget: () => void;
}) {
  return (
    <div className={sighting === "waiting" ? "notice" : "notice notice--warning"}>
      <p>{wordsForSighting[sighting]}</p>
      <TransactionHash {...sent} />
      {sighting === "missing" && (
        <div className="notice__actions">
          <Button isSmall onClick={onForget}>
            Stop waiting
          </Button>
        </div>
      )}
    </div>
  );
}
