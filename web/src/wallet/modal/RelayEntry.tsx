import { useId, useState } from "react";
import { runtimeConfig } from "../../env.ts";
import { PhoneIcon } from "./WalletIcon.tsx";

/** Tells why a phone's wallet cannot be connected here: the relay it needs is not spoken to yet. */
export function RelayEntry() {
  const explanationId = useId();
  const { walletConnectProjectId } = runtimeConfig();
  const [isExplained, setIsExplained] = useState(false);
  return (
    <>
      <button
        type="button"
        className="wallet-list__entry"
        aria-expanded={isExplained}
        aria-controls={explanationId}
        onClick={() => setIsExplained(!isExplained)}
      >
        <PhoneIcon />
        WalletConnect
        <span className="wallet-list__hint">Not set up</span>
      </button>
      <p id={explanationId} className="wallet-dialog__note" hidden={!isExplained}>
        WalletConnect reaches the wallet on your phone through a relay.{" "}
        {walletConnectProjectId
          ? "This version of the site does not use it yet"
          : "This site has no project id for that relay"}
        , so please use a wallet in this browser.
      </p>
    </>
  );
}
