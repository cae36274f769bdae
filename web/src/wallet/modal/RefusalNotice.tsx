import { describeWalletError } from "../walletErrors.ts";

/** Why the wallet did not do what was asked, if there is a reason. Saying no is no alarm. */
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
