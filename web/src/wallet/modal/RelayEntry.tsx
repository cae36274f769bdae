import { useId, useState } from "react";
import { PhoneIcon } from "./WalletIcon.tsx";

/** The way to connect a phone's wallet, which needs a project id that this site may not have. */
export function RelayEntry() {
  const explanationId = useId();
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
        WalletConnect reaches the wallet on your phone through a relay. This site has no project id
        for that relay, so please use a wallet in this browser.
      </p>
    </>
  );
}
