import { Notice } from "../components/Notice.tsx";
import { describeWalletError } from "../wallet/messages.ts";
import { editorMessages } from "./editorMessages.ts";
import { describeSaveFailure, OfflineError, requiresNewSignature } from "./saveNarrative.ts";
import type { SaveProgress } from "./useSaving.ts";

interface EditorNoticesProps extends SaveProgress {
  /** Whether the browser has stored the text. */
  isSaved: boolean;
  isOnline: boolean;
  isSigned: boolean;
  isStale: boolean;
  /** Whether saving the text removes the story. */
  isRemoval?: boolean;
  /** Undoes the last replacement of the text; absent if there was none. */
  onKeepStory?: (() => void) | undefined;
  onSignAgain: () => void;
}

/** Renders the editor's notices above the buttons. A rejected request is not an alert. */
export function EditorNotices(props: EditorNoticesProps) {
  const { isSaved, isOnline, isSigned, isStale, isRemoval, onKeepStory, onSignAgain } = props;
  const { isSigning, isSaving, signingError } = props;
  const isOfflineFailure = props.savingError instanceof OfflineError;
  // An offline failure no longer applies once the browser is online.
  const savingError = isOfflineFailure && isOnline ? null : props.savingError;
  const failure = signingError && describeWalletError(signingError);
  return (
    <div className="notices stack">
      <div className="stack" role="status">
        {isRemoval && (
          <Notice
            tone="warning"
            actions={!isSaving && onKeepStory && { "Keep story": onKeepStory }}
          >
            {editorMessages.removal}
          </Notice>
        )}
        {isSigning && <Notice>{editorMessages.signing}</Notice>}
        {failure?.isRejection && <Notice>{editorMessages.rejected}</Notice>}
        {isSaving && <Notice>{editorMessages.saving}</Notice>}
        {!isOnline && !savingError && <Notice>{editorMessages.offline(isSaved)}</Notice>}
        {isSigned && isOnline && !isStale && !isSaving && !savingError && (
          <Notice>{editorMessages.signed}</Notice>
        )}
        {isStale && (
          <Notice tone="warning" isNextStep actions={{ "Sign again": onSignAgain }}>
            {editorMessages.stale}
          </Notice>
        )}
        {!isSaved && <Notice tone="warning">{editorMessages.notSaved}</Notice>}
      </div>
      {failure && !failure.isRejection && <Notice tone="alert">{failure.message}</Notice>}
      {savingError && (
        <Notice
          tone="alert"
          isNextStep
          actions={!isStale && requiresNewSignature(savingError) && { "Sign again": onSignAgain }}
        >
          {describeSaveFailure(savingError)}
          {isOfflineFailure && isSaved && ` ${editorMessages.saved}`}
        </Notice>
      )}
    </div>
  );
}
