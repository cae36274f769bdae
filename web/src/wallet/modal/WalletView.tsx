import { type Connector, useConnectors } from "wagmi";
import { Button } from "../../components/Button.tsx";
import { CopyPageAddress } from "../../components/CopyButton.tsx";
import { localStore } from "../../page/storage.ts";
import { useConnectWallet } from "../connectWallet.ts";
import {
  type AppLinks,
  appBaseUrl,
  browserLink,
  type ListedWallet,
  pairingLink,
} from "../directory/wallet.ts";
import { isPhone } from "../installedWallets.ts";
import { installInstruction, pairingInstruction } from "../messages.ts";
import { ErrorNotice } from "./NetworkViews.tsx";
import { PairingCode } from "./RelayView.tsx";
import { WalletIcon } from "./WalletGrid.tsx";

/** Renders a wallet and the ways to connect it: extension, QR code, app, or a link to install it. */
export default function WalletView({ wallet }: { wallet: ListedWallet }) {
  const connectors = useConnectors();
  const extension = connectors.find(({ id }) => id === wallet.rdns);
  const relay = connectors.find(({ type }) => type === "walletConnect");
  const isOnPhone = isPhone();
  const opener =
    !relay && isOnPhone ? browserLink(wallet, new URL(window.location.href)) : undefined;
  const isExtension = !relay && !isOnPhone && wallet.rdns !== undefined;
  const instruction = relay
    ? pairingInstruction(wallet.name, isOnPhone)
    : installInstruction(wallet, { opensPage: opener !== undefined, isExtension });
  return (
    <>
      <div className="wallet-face">
        <WalletIcon src={wallet.imageUrl} logo={wallet.logo} />
        <p>{extension ? "Installed in this browser." : instruction}</p>
      </div>
      {extension ? (
        <ExtensionEntry connector={extension} />
      ) : (
        relay && <PairingCode connector={relay} walletName={wallet.name} app={deviceApp(wallet)} />
      )}
      {!extension && opener && (
        <a className="button button--primary button--wide" href={opener}>
          Open in {wallet.name}
        </a>
      )}
      {!extension && !relay && !isExtension && <CopyPageAddress />}
      {!extension && wallet.homepage && (
        <p className="soft">
          {!isExtension && "Not installed yet? "}
          <a
            className={isExtension ? "button button--primary button--wide" : undefined}
            href={wallet.homepage}
            target="_blank"
            rel="noopener noreferrer"
          >
            Install {wallet.name}
          </a>
        </p>
      )}
    </>
  );
}

function ExtensionEntry({ connector }: { connector: Connector }) {
  const connect = useConnectWallet();
  return (
    <>
      <ErrorNotice error={connect.error} />
      <Button
        isPrimary
        isWide
        disabled={connect.isPending}
        onClick={() => connect.mutate(connector)}
      >
        {connect.isPending ? "Check your wallet…" : `Connect ${connector.name}`}
      </Button>
    </>
  );
}

/** Returns the wallet's app on this device, which phones show before the QR code. */
function deviceApp(wallet: ListedWallet) {
  const isOnPhone = isPhone();
  const links = (isOnPhone ? wallet.mobile : wallet.desktop) ?? {};
  return {
    link: (uri: string) => pairingLink(links, uri),
    onOpen: () => storeChosenApp(wallet.name, links),
    comesFirst: isOnPhone,
  };
}

/** Storage key for the app that WalletConnect's client opens for each signature request. */
const chosenAppStorageKey = "WALLETCONNECT_DEEPLINK_CHOICE";

/** Stores the app that opened a pairing, so that signature requests open it again. */
function storeChosenApp(name: string, links: AppLinks): void {
  const href = appBaseUrl(links);
  if (href) localStore.setItem(chosenAppStorageKey, JSON.stringify({ href, name }));
}
