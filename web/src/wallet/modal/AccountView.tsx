import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { useConnection, useDisconnect } from "wagmi";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/CopyButton.tsx";
import { runtimeConfig } from "../../env.ts";
import { identityOptions } from "../directory/identity.ts";
import { explorerPage } from "../explorerPage.ts";
import { YourDrifters } from "../holdings/YourDrifters.tsx";
import { shortAddress } from "../shortAddress.ts";
import { AccountFacts } from "./AccountFacts.tsx";
import { Avatar } from "./Avatar.tsx";
import { LocalAccounts } from "./LocalAccounts.tsx";
import "./AccountView.css";

/** The connected account: identity, holdings and “Disconnect”. */
export default function AccountView() {
  const { address, connector } = useConnection();
  const disconnect = useDisconnect();
  const { name, avatar } = useIdentity(address);
  const who = useRef<HTMLDivElement>(null);
  const close = () => who.current?.closest("dialog")?.close();
  if (!address) return null;

  return (
    <>
      <div ref={who} className="account">
        <Avatar address={address} picture={avatar} />
        <div className="account__who">
          <strong>{name ?? shortAddress(address)}</strong>
          <code>{address}</code>
        </div>
      </div>
      <div className="wallet-dialog__actions">
        <CopyButton text={address} label="Copy address" />
        <ExplorerLink address={address} />
        <Link to="/mint" className="button button--small" onClick={close}>
          Mint a drifter
        </Link>
      </div>
      <AccountFacts address={address} walletName={connector?.name} />
      <YourDrifters key={address} owner={address} onLeave={close} />
      <Button isWide onClick={() => disconnect.mutate({})}>
        Disconnect
      </Button>
      {connector?.type === "dev" && <LocalAccounts />}
    </>
  );
}

/** Returns the account's name and avatar, if a service is configured; otherwise the address is shown. */
function useIdentity(address: `0x${string}` | undefined) {
  const { walletConnect, chain } = runtimeConfig();
  const { data } = useQuery(identityOptions(walletConnect, { address, chainId: chain.id }));
  return { name: data?.name, avatar: data?.avatar };
}

function ExplorerLink({ address }: { address: string }) {
  const explorer = explorerPage(`address/${address}`);
  if (!explorer) return null;
  return (
    <a
      className="button button--small"
      href={explorer.url}
      target="_blank"
      rel="noopener noreferrer"
    >
      View on {explorer.name}
    </a>
  );
}
