import { describeWalletError } from "../walletErrors.ts";

/** Why the wallet did not do what was asked, if there is a reason. Saying no is no alarm. */
export function RefusalNotice({ error }: { error: Error | null }) {
  if (!error) return null;
  const { isRejection, message } = describeWalletError(error);
  return isRejection ? (
    <p className="notice" role="status">
      {message}
    </p>
  ) : (
    <p className="notice notice--alert" role="alert">
      {message}
    </p>
  );
}
