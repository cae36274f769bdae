import { Button } from "../components/Button.tsx";
import { isRejection } from "../wallet/walletErrors.ts";
import { SaveAlerts } from "./SaveAlerts.tsx";

interface EditorNoticesProps {
  /** Whether the browser keeps the text. */
  isKept: boolean;
  isSigned: boolean;
  isStale: boolean;
  onDiscardSignature: () => void;
  isSigning: boolean;
  isSaving: boolean;
  signingError: Error | null;
  savingError: Error | null;
}

/** Notices for the writer, shown beside the buttons. */
export function EditorNotices(props: EditorNoticesProps) {
  const {
    isKept,
    isSigned,
    isStale,
    onDiscardSignature,
    isSigning,
    isSaving,
    signingError,
    savingError,
  } = props;
  return (
    <div className="editor__notices">
      <div role="status">
        {!isKept && (
          <p className="notice notice--warning">
            Your browser doesn't keep this draft. Copy the text before you leave.
          </p>
        )}
        {isSigning && <p className="notice">Your wallet is asking for your signature.</p>}
        {signingError && isRejection(signingError) && (
          <p className="notice">You rejected the request. Nothing was signed.</p>
        )}
        {isSaving && <p className="notice">Saving…</p>}
        {isSigned && !isStale && !isSaving && !savingError && (
          <p className="notice">Signed. Press Save to publish.</p>
        )}
        {isStale && (
          <div className="notice notice--warning">
            <p>The text has changed since you signed it: the signature no longer matches.</p>
            <div className="notice__actions">
              <Button isSmall onClick={onDiscardSignature}>
                Discard signature
              </Button>
            </div>
          </div>
        )}
      </div>
      <SaveAlerts signingError={signingError} savingError={savingError} />
    </div>
  );
}
