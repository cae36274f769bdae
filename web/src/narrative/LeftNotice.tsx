import { ActionLink } from "../components/ActionLink.tsx";
import type { LeftText } from "./leftText.ts";

interface LeftNoticeProps {
  left: LeftText;
  onContinue: () => void;
}

/** Shows what happened to a text after its editor closed, and offers to continue it. */
export function LeftNotice({ left, onContinue }: LeftNoticeProps) {
  const { fate } = left;
  const isKept = fate === "cancelled" || fate === "taken" || typeof fate === "object";
  return (
    <p className={typeof fate === "object" ? "notice notice--alert" : "notice"}>
      {wordsFor(fate)} {isKept && <ActionLink onAction={onContinue}>Continue writing</ActionLink>}
    </p>
  );
}

function wordsFor(fate: LeftText["fate"]): string {
  if (fate === "publishing") return "Still being published…";
  if (fate === "published") return "Published.";
  if (fate === "removed") return "Story removed.";
  if (typeof fate === "object") return `${fate.refusal} Draft kept.`;
  return "Draft kept.";
}
