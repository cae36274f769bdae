import type { ReactNode } from "react";
import type { Attempt } from "#protocol/attempts";
import { describeWalletError } from "../wallet/walletErrors.ts";
import { describeSaveFailure } from "./saveFailure.ts";
import type { SaveProgress } from "./useSaving.ts";

interface SaveNoticesProps extends SaveProgress {
  /** Said while the service is asked: “Saving…”. */
  saving: string;
  /** What failed: a save, unless it is said. */
  attempt?: Attempt;
  /** Further notices for the writer. */
  children?: ReactNode;
}

/** Progress of signing and of saving or removing, and alerts when they fail; a rejected request is not an alert. */
export function SaveNotices(props: SaveNoticesProps) {
  const { isSigning, isSaving, signingError, savingError, saving, attempt, children } = props;
  const refusal = signingError && describeWalletError(signingError);
  return (
    <>
      <div role="status">
        {isSigning && <p className="notice">Your wallet is asking for your signature.</p>}
        {refusal?.isRejection && (
          <p className="notice">You rejected the request. Nothing was signed.</p>
        )}
        {isSaving && <p className="notice">{saving}</p>}
        {children}
      </div>
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
