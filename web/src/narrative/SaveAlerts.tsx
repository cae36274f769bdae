import { describeWalletError } from "../wallet/walletErrors.ts";
import { describeSaveFailure } from "./saveFailure.ts";

interface SaveAlertsProps {
  signingError: Error | null;
  savingError: Error | null;
}

/** Why a text was not signed or not saved; a rejection in the wallet is no alert. */
export function SaveAlerts({ signingError, savingError }: SaveAlertsProps) {
  const refusal = signingError && describeWalletError(signingError);
  return (
    <>
      {refusal && !refusal.isRejection && (
        <p className="notice notice--alert" role="alert">
          {refusal.message}
        </p>
      )}
      {savingError && (
        <p className="notice notice--alert" role="alert">
          {describeSaveFailure(savingError)}
        </p>
      )}
    </>
  );
}
