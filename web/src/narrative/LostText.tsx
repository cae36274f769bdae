import { CopyButton } from "../components/CopyButton.tsx";
import type { LeftDraft } from "./leftDraft.ts";
import { type Loss, lossMessage } from "./messages.ts";

/** Shows the text of an editor that closed because the connection or the ownership changed. */
export default function LostText({ left, loss }: { left: LeftDraft; loss: Loss }) {
  return (
    <aside className="lost-text notice notice--warning stack" aria-label="Your text">
      <p role="alert">{lossMessage(loss, left)}</p>
      <textarea aria-label="Your text" dir="auto" rows={4} readOnly value={left.text} />
      <span className="row">
        <CopyButton text={left.text} label="Copy" />
      </span>
    </aside>
  );
}
