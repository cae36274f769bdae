import { useWallet } from "./useWallet.ts";

/** Notice that the wallet, not the person on this page, ended the connection. */
export function LostConnection({ onDismiss }: { onDismiss: () => void }) {
  const { openDialog } = useWallet();
  return (
    <div className="notice notice--floating">
      <p>Your wallet ended the connection. What you wrote here is kept.</p>
      <div className="notice__actions">
        <button
          type="button"
          className="button button--small"
          onClick={() => {
            onDismiss();
            openDialog();
          }}
        >
          Connect again
        </button>
        <button type="button" className="button button--small" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
    </div>
  );
}
