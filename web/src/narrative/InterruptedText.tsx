import { tokenTitle } from "#protocol/values/noun";
import { shortAddress } from "../chain/shortAddress.ts";
import { CopyButton } from "../components/CopyButton.tsx";
import type { LeftDraft } from "./leftDraft.ts";

/** Why an editor was closed without the user's request. */
type Interruption = "unreachable" | "notOwned" | "switched" | "disconnected";

/** Renders the text of an editor that closed because the connection or the ownership changed. */
export default function InterruptedText({
  left,
  interruption,
}: {
  left: LeftDraft;
  interruption: Interruption;
}) {
  return (
    <aside className="interrupted-text notice notice--warning stack" aria-label="Your text">
      <p role="alert">{interruptionMessage(interruption, left)}</p>
      <textarea aria-label="Your text" dir="auto" rows={4} readOnly value={left.text} />
      <span className="row">
        <CopyButton text={left.text} label="Copy" />
      </span>
    </aside>
  );
}

function interruptionMessage(interruption: Interruption, { drifterId, author }: LeftDraft): string {
  switch (interruption) {
    case "unreachable":
      return "Can't reach the network; your text is safe.";
    case "notOwned":
      return `This wallet no longer owns ${tokenTitle(drifterId)}. Your text is safe.`;
    case "switched":
      return `You switched accounts; your text is safe. Switch back to ${shortAddress(author)} to continue.`;
    case "disconnected":
      return `Your wallet is disconnected; your text is safe. Connect ${shortAddress(author)} to continue.`;
  }
}
