import { useConnection, useDisconnect, useSwitchChain } from "wagmi";
import { Button } from "../../components/Button.tsx";
import { runtimeConfig } from "../../env.ts";
import { RefusalNotice } from "./RefusalNotice.tsx";
import { useNavigateView } from "./views.ts";

/** Shown while the wallet is on the wrong network. */
export function SwitchNetworkView() {
  const { chainId, connector } = useConnection();
  const { chain } = runtimeConfig();
  const go = useNavigateView();
  const switchChain = useSwitchChain();
  const disconnect = useDisconnect();
  return (
    <>
      <p>
        {connector?.name ?? "Your wallet"} is on network {chainId}. This collection is on{" "}
        <strong>{chain.name}</strong>.
      </p>
      <RefusalNotice error={switchChain.error} />
      <div className="row">
        <Button
          isPrimary
          disabled={switchChain.isPending}
          onClick={() => switchChain.mutate({ chainId: chain.id })}
        >
          {switchChain.isPending ? "Check your wallet…" : "Switch network"}
        </Button>
        <Button data-leads-to="networks" onClick={() => go({ view: "networks" })}>
          See networks
        </Button>
        <Button onClick={() => disconnect.mutate({})}>Disconnect</Button>
      </div>
    </>
  );
}
