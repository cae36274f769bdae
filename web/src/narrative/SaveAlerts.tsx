import type { Attempt } from "#protocol/attempts";
import { describeWalletError } from "../wallet/walletErrors.ts";
import { describeSaveFailure } from "./saveFailure.ts";

interface SaveAlertsProps {
  signingError: Error | null;
  savingError: Error | null;
  /** What failed: a save, unless it is said. */
  attempt?: Attempt;
}

/** Alerts for failed signing, saving or removing; a rejected request is not an alert. */
export function SaveAlerts({ signingError, savingError, attempt }: SaveAlertsProps) {
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
          {describeSaveFailure(savingError, attempt)}
        </p>
      )}
    </>
  );
}
