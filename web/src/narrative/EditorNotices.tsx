import { Notice } from "../components/Notice.tsx";
import { describeWalletError } from "../wallet/walletErrors.ts";
import { describeSaveFailure } from "./saveNarrative.ts";
import type { SaveProgress } from "./useSaving.ts";

interface EditorNoticesProps extends SaveProgress {
  /** Whether the browser keeps the text. */
  isKept: boolean;
  isSigned: boolean;
  isStale: boolean;
  /** Whether the text, once saved, removes the story. */
  isRemoval?: boolean;
  /** Undoes the last replacement of the text; absent if there was none. */
  onKeepStory?: (() => void) | undefined;
  onDiscardSignature: () => void;
}

/** Notices for the writer, beside the buttons. A rejected request is no alert. */
export function EditorNotices(props: EditorNoticesProps) {
  const { isKept, isSigned, isStale, isRemoval, onKeepStory, onDiscardSignature } = props;
  const { isSigning, isSaving, signingError, savingError } = props;
  const refusal = signingError && describeWalletError(signingError);
  return (
    <div className="notices stack">
      <div className="stack" role="status">
        {isRemoval && (
          <Notice
            tone="warning"
            actions={!isSaving && onKeepStory && { "Keep story": onKeepStory }}
          >
            Sign and save to remove the story: readers will find none. Published text stays public
            in the history.
          </Notice>
        )}
        {isSigning && <Notice>Your wallet is asking for your signature.</Notice>}
        {refusal?.isRejection && <Notice>You rejected the request. Nothing was signed.</Notice>}
        {isSaving && <Notice>Saving…</Notice>}
        {isSigned && !isStale && !isSaving && !savingError && (
          <Notice>Signed. Press Save to publish.</Notice>
        )}
        {isStale && (
          <Notice tone="warning" actions={{ "Discard signature": onDiscardSignature }}>
            The text has changed since you signed it: the signature no longer matches.
          </Notice>
        )}
        {!isKept && (
          <Notice tone="warning">
            Your browser doesn't keep this draft. Copy the text before you leave.
          </Notice>
        )}
      </div>
      {refusal && !refusal.isRejection && <Notice tone="alert">{refusal.message}</Notice>}
      {savingError && <Notice tone="alert">{describeSaveFailure(savingError)}</Notice>}
    </div>
  );
}
