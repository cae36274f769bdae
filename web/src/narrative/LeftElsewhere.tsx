import { useEffect } from "react";
import { Link, useLocation } from "react-router-dom";
import { Notice } from "../components/Notice.tsx";
import { selectedTokenPath, writeHash } from "../tokens/tokenLinks.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { canContinue, setLeftDraft, useLeftDraft } from "./leftDraft.ts";
import { leftDraftMessage } from "./messages.ts";

/** Renders a notice on other pages that a closed editor's text is saved. */
export default function LeftElsewhere() {
  const { pathname } = useLocation();
  const { address } = useWallet();
  const left = useLeftDraft();
  const path = selectedTokenPath(left?.drifterId ?? "");
  const isElsewhere = left !== undefined && path !== pathname;
  const isDone = isElsewhere && left.outcome === "published";
  useEffect(() => {
    if (isDone) setLeftDraft(undefined);
  }, [isDone]);
  // After Cancel, the token's page has already shown the notice.
  const isReported = isDone || left?.outcome === "cancelled";
  const isShown = isElsewhere && !isReported && left.author === address;
  if (!isShown) return null;
  return (
    <Notice className="notice--floating" actions={{ Dismiss: () => setLeftDraft(undefined) }}>
      <p>
        {leftDraftMessage(left, left.drifterId)}
        {canContinue(left) && (
          <>
            {" "}
            <Link to={path + writeHash}>Continue writing</Link>
          </>
        )}
      </p>
    </Notice>
  );
}
