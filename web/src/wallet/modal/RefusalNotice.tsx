import { describeWalletError } from "../walletErrors.ts";

/** Why a wallet request failed, if it did; a rejection is not an alert. */
export function RefusalNotice({ error }: { error: Error | null }) {
  const refusal = error && describeWalletError(error);
  return (
    <>
      <div role="status">{refusal?.isRejection && <p className="notice">{refusal.message}</p>}</div>
      {refusal && !refusal.isRejection && (
        <p className="notice notice--alert" role="alert">
          {refusal.message}
        </p>
      )}
    </>
  );
}
