import { Button } from "../components/Button.tsx";
import { SaveNotices } from "./SaveNotices.tsx";
import type { SaveProgress } from "./useSaving.ts";

interface EditorNoticesProps extends SaveProgress {
  /** Whether the browser keeps the text. */
  isKept: boolean;
  isSigned: boolean;
  isStale: boolean;
  onDiscardSignature: () => void;
}

/** Notices for the writer, shown beside the buttons. */
export function EditorNotices(props: EditorNoticesProps) {
  const { isKept, isSigned, isStale, onDiscardSignature, ...progress } = props;
  return (
    <div className="editor__notices">
      <SaveNotices {...progress} saving="Saving…">
        {isSigned && !isStale && !progress.isSaving && !progress.savingError && (
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
        {!isKept && (
          <p className="notice notice--warning">
            Your browser doesn't keep this draft. Copy the text before you leave.
          </p>
        )}
      </SaveNotices>
    </div>
  );
}
