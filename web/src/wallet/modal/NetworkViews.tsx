import { useConfig, useConnection, useDisconnect, useSwitchChain } from "wagmi";
import { Nouns } from "#protocol/values/noun";
import { chainName } from "../../chain/chainName.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { runtimeConfig } from "../../env.ts";
import { describeWalletError } from "../messages.ts";

/** Renders the network selection; the collection's chain is the only option. */
export function NetworkView() {
  const { chains } = useConfig();
  const { chainId } = useConnection();
  const switchChain = useSwitchChain();
  return (
    <>
      <ul className="stack" aria-label="Networks">
        {chains.map(({ id, name, nativeCurrency }) => (
          <li key={id}>
            <button
              type="button"
              className="wallet-list__entry"
              aria-current={id === chainId}
              disabled={id === chainId || switchChain.isPending}
              onClick={() => switchChain.mutate({ chainId: id })}
            >
              <span className="lamp" aria-hidden="true" />
              <span>
                {name}
                <br />
                <small className="small">
                  Chain {id} · {nativeCurrency.symbol}
                </small>
              </span>
              <span className="small">{id === chainId ? "Current" : "Switch"}</span>
            </button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={switchChain.error} />
      <p className="soft">{Nouns} exist only on this network.</p>
    </>
  );
}

/** Renders the view for a wallet on the wrong network. */
export function SwitchNetworkView() {
  const { chainId, connector } = useConnection();
  const { chain } = runtimeConfig();
  const switchChain = useSwitchChain();
  const disconnect = useDisconnect();
  return (
    <>
      <p>
        {connector?.name ?? "Your wallet"} is on {chainName(chainId)}. This collection is on{" "}
        <strong>{chain.name}</strong>.
      </p>
      <ErrorNotice error={switchChain.error} />
      <div className="row">
        <Button
          isPrimary
          isWide
          disabled={switchChain.isPending}
          onClick={() => switchChain.mutate({ chainId: chain.id })}
        >
          {switchChain.isPending ? "Check your wallet…" : `Switch to ${chain.name}`}
        </Button>
        <Button isWide onClick={() => disconnect.mutate({})}>
          Disconnect
        </Button>
      </div>
    </>
  );
}

/** Renders the reason for a failed wallet request, if any; a rejection is not an alert. */
export function ErrorNotice({ error }: { error: Error | null }) {
  const failure = error && describeWalletError(error);
  return (
    <>
      <div role="status">{failure?.isRejection && <Notice>{failure.message}</Notice>}</div>
      {failure && !failure.isRejection && <Notice tone="alert">{failure.message}</Notice>}
    </>
  );
}
