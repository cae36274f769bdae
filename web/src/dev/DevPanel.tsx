import { useState } from "react";
import { Link } from "react-router-dom";
import { chainPagePath, pages } from "#protocol/wire/pages";
import { Notice } from "../components/Notice.tsx";
import { runtimeConfig } from "../env.ts";
import { localStore } from "../page/storage.ts";
import { staleChainAdvice } from "../wallet/messages.ts";
import { WalletScope } from "../wallet/WalletScope.tsx";
import { BecomeOwner } from "./BecomeOwner.tsx";
import { Reorganize } from "./Reorganize.tsx";
import { SaveMoment } from "./SaveMoment.tsx";
import { Switches } from "./Switches.tsx";
import { useFaultCount } from "./useFaultCount.ts";
import "./DevPanel.css";

/** Renders the developer's panel, which switches accounts and simulates faults. Production bundles omit it. */
export default function DevPanel() {
  const { worldId } = runtimeConfig();
  const faultCount = useFaultCount();
  const [isNew, setIsNew] = useState(() => isNewWorld(worldId));

  function acknowledge() {
    if (worldId !== undefined) localStore.setItem(storageKey, worldId);
    setIsNew(false);
  }

  return (
    <details className="dev-panel box" data-news={isNew || undefined}>
      <summary>
        <span>Developer</span>
        {faultCount > 0 && (
          <span className="dev-panel__news">
            {faultCount} {faultCount === 1 ? "fault" : "faults"} on
          </span>
        )}
        {isNew && <span className="dev-panel__news">the local chain was restarted</span>}
      </summary>
      <section className="dev-panel__body stack" aria-label="For developers">
        {isNew && <NewWorldNotice onRead={acknowledge} />}
        <WalletScope>
          <BecomeOwner />
          <Switches />
          <Reorganize />
          <SaveMoment />
          <p>
            The sale: <Link to={pages.mint.path}>mint</Link>,{" "}
            <Link to={pages.phases.path}>plan the phases</Link>. The chain:{" "}
            <Link to={chainPagePath}>calls, traces and time</Link>.
          </p>
        </WalletScope>
      </section>
    </details>
  );
}

/** Renders a notice that the local chain was restarted, until dismissed. */
function NewWorldNotice({ onRead }: { onRead: () => void }) {
  return (
    <Notice
      tone="warning"
      role="region"
      aria-labelledby="dev-new-world-title"
      actions={{ "Got it": onRead }}
    >
      <h3 id="dev-new-world-title">The local chain was restarted</h3>
      <p>
        Owners and stories are those of the new chain. Your drafts are kept in this browser, and the
        dev wallet still works.
      </p>
      <p>A wallet extension still has the old chain's nonces. {staleChainAdvice}</p>
    </Notice>
  );
}

const storageKey = "dev.worldId";

/** Whether this browser last used a different local world and has not acknowledged the new one. */
function isNewWorld(worldId: string | undefined): boolean {
  if (worldId === undefined) return false;
  const lastWorldId = localStore.getItem(storageKey);
  // On the first visit, no wallet has state from an earlier world.
  if (lastWorldId === null) localStore.setItem(storageKey, worldId);
  return lastWorldId !== null && lastWorldId !== worldId;
}
