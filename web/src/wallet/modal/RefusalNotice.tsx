import { Notice } from "../../components/Notice.tsx";
import { describeWalletError } from "../walletErrors.ts";

/** Why a wallet request failed, if it did; a rejection is not an alert. */
export function RefusalNotice({ error }: { error: Error | null }) {
  const refusal = error && describeWalletError(error);
  return (
    <>
      <div role="status">{refusal?.isRejection && <Notice>{refusal.message}</Notice>}</div>
      {refusal && !refusal.isRejection && <Notice tone="alert">{refusal.message}</Notice>}
    </>
  );
}
