import { useConfig, useConnection, useSwitchChain } from "wagmi";
import { RefusalNotice } from "./RefusalNotice.tsx";

/** Network selection; the collection's chain is the only one. */
export default function NetworkView() {
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
                <small className="eyebrow">
                  Chain {id} · {nativeCurrency.symbol}
                </small>
              </span>
              <span className="eyebrow">{id === chainId ? "Current" : "Switch"}</span>
            </button>
          </li>
        ))}
      </ul>
      <RefusalNotice error={switchChain.error} />
      <p className="soft">
        The drifters and their owners are recorded on this network alone, so this page serves no
        other.
      </p>
    </>
  );
}
