import { useEffect, useEffectEvent, useState } from "react";
import { useConfig } from "wagmi";
import { connectWallet } from "../connectWallet.ts";
import { installedWallets } from "../installedWallets.ts";
import { preferredConnector } from "../preferInjected.ts";
import { WalletDialog } from "./WalletDialog.tsx";

/** Opens the dialog, unless the URL prefers the injected wallet and it can connect at once. */
export function WalletEntrance({ onClose }: { onClose: () => void }) {
  const config = useConfig();
  const [isShown, setIsShown] = useState(false);
  const leave = useEffectEvent(onClose);

  useEffect(() => {
    async function enter() {
      const isDisconnected = config.state.status === "disconnected";
      const installed = isDisconnected ? await installedWallets(config.connectors) : [];
      const connectors = installed.map(({ connector }) => connector);
      const connector = preferredConnector(window.location.search, connectors);
      if (!connector) return setIsShown(true);
      await connectWallet(config, connector);
      leave();
    }
    enter().catch(() => setIsShown(true));
  }, [config]);

  return isShown && <WalletDialog onClose={onClose} />;
}
