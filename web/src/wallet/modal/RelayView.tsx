import { encodeQR } from "qr";
import { useEffect, useSyncExternalStore } from "react";
import { type Connector, useConfig, useConnectors } from "wagmi";
import { Button } from "../../components/Button.tsx";
import { CopyButton, CopyPageAddress } from "../../components/CopyButton.tsx";
import { Notice } from "../../components/Notice.tsx";
import { isPhone } from "../installedWallets.ts";
import { noRelayMessages, pairingEndMessages } from "../messages.ts";
import {
  type Pairing,
  type PairingEnd,
  type PairingStore,
  pairingStore,
} from "../relay/pairing.ts";
import { relayCode } from "../relay/relayConnector.ts";

/** Renders a QR code for any WalletConnect wallet. */
export default function RelayView() {
  const connector = useConnectors().find(({ type }) => type === "walletConnect");
  if (!connector) return <RelayUnavailable />;
  const isOnPhone = isPhone();
  return (
    <>
      <p>
        {isOnPhone
          ? "Open this request in your wallet, or scan the code with another phone."
          : "Scan this code with the wallet on your phone, then approve the request."}
      </p>
      <PairingCode
        connector={connector}
        walletName="your wallet"
        // The operating system offers every app that handles `wc:` links.
        app={{ link: (uri) => (isOnPhone ? uri : undefined), comesFirst: isOnPhone }}
      />
    </>
  );
}

/** Explains why wallets on other devices cannot connect, and what to do instead. */
export function RelayUnavailable() {
  return (
    <>
      <Notice role="status">
        {noRelayMessages.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      <CopyPageAddress />
    </>
  );
}

interface PairingCodeProps {
  connector: Connector;
  /** The wallet's name, as used within a sentence. */
  walletName: string;
  /** App on this device that a pairing link can open, if any. */
  app?: { link: (uri: string) => string | undefined; onOpen?: () => void; comesFirst: boolean };
}

/** Renders a pairing with a wallet on another device: QR code, link, app button and status. */
export function PairingCode({ connector, walletName, app }: PairingCodeProps) {
  const pairing = usePairing(connector);
  const { begin } = pairing;
  const renew = () => void relayCode.load({ isRetry: true }).then(begin, begin);
  if (pairing.state === "ended") return <PairingEnded reason={pairing.reason} onRenew={renew} />;

  const uri = pairing.state === "ready" ? pairing.uri : undefined;
  const link = uri && app?.link(uri);
  return (
    <div className="pairing stack" data-app-first={app?.comesFirst}>
      {link && (
        <a
          className={
            app?.comesFirst ? "button button--primary button--wide" : "button button--wide"
          }
          href={link}
          onClick={app?.onOpen}
        >
          {app?.comesFirst ? `Open ${walletName}` : `Open ${walletName} on this computer`}
        </a>
      )}
      {uri ? (
        <QrCode text={uri} label={`Code to connect ${walletName}`} />
      ) : (
        <div className="qr-code skeleton" />
      )}
      <p className="soft" role="status">
        {pairing.state === "preparing" && "Preparing a code…"}
        {pairing.state === "ready" && `Waiting for ${walletName}…`}
        {pairing.state === "approved" && "Approved. Connecting…"}
      </p>
      {uri && <CopyButton text={uri} label="Copy link" />}
    </div>
  );
}

function PairingEnded({ reason, onRenew }: { reason: PairingEnd; onRenew: () => void }) {
  const isAlarm = reason === "unreachable" || reason === "failed";
  return (
    <>
      <Notice tone={isAlarm ? "alert" : "calm"} role={isAlarm ? "alert" : "status"}>
        {pairingEndMessages[reason]}
      </Notice>
      <Button isPrimary onClick={onRenew}>
        New code
      </Button>
    </>
  );
}

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const margin = 4;

/** Renders a QR code, dark on light in every color scheme, as scanners expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const svg = encodeQR(text, "svg", { ecc: "low", border: margin });
  // Overlaps the modules slightly, which avoids seams.
  const crisp = svg.replace("<svg", '<svg shape-rendering="crispEdges"');
  return (
    <img className="qr-code" alt={label} src={`data:image/svg+xml,${encodeURIComponent(crisp)}`} />
  );
}

/** Returns a pairing that starts when the view mounts; `begin` creates a new one. */
function usePairing(connector: Connector): Pairing & Pick<PairingStore, "begin"> {
  const store = pairingStore(useConfig(), connector);
  const pairing = useSyncExternalStore(store.subscribe, store.read);
  useEffect(() => store.begin(), [store]);
  return { ...pairing, begin: store.begin };
}
