import { useConnection, useDisconnect, useSwitchChain } from "wagmi";
import { runtimeConfig } from "../../env.ts";
import { RefusalNotice } from "./RefusalNotice.tsx";

/** Shown while the wallet is on another chain than the drifters. */
export function SwitchNetworkView() {
  const { chainId } = useConnection();
  const { chain } = runtimeConfig();
  const switchChain = useSwitchChain();
  const disconnect = useDisconnect();
  return (
    <>
      <p>
        Your wallet is on network {chainId}. The drifters live on <strong>{chain.name}</strong>.
      </p>
      <RefusalNotice error={switchChain.error} />
      <div className="wallet-dialog__actions">
        <button
          type="button"
          className="button button--primary"
          disabled={switchChain.isPending}
          onClick={() => switchChain.mutate({ chainId: chain.id })}
        >
          Switch network
        </button>
        <button type="button" className="button" onClick={() => disconnect.mutate({})}>
          Disconnect
        </button>
      </div>
    </>
  );
}
