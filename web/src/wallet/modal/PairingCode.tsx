import type { Connector } from "wagmi";
import { CopyButton } from "../../components/CopyButton.tsx";
import type { PairingEnd } from "../relay/pairing.ts";
import { usePairing } from "../relay/usePairing.ts";
import { QrCode } from "./QrCode.tsx";
import "./PairingCode.css";

interface PairingCodeProps {
  connector: Connector;
  /** Name of the wallet, as used within a sentence. */
  walletName: string;
  /** The app on this device that can be opened with a pairing, if there is one. */
  app?: { link: (uri: string) => string | undefined; onOpen?: () => void; comesFirst: boolean };
}

/** A pairing with a wallet elsewhere: QR code, link, app button and status. */
export function PairingCode({ connector, walletName, app }: PairingCodeProps) {
  const pairing = usePairing(connector);
  const { begin } = pairing;
  if (pairing.state === "over") return <PairingOver reason={pairing.reason} onRenew={begin} />;

  const uri = pairing.state === "ready" ? pairing.uri : undefined;
  const link = uri && app?.link(uri);
  return (
    <div className="pairing" data-app-first={app?.comesFirst}>
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
        <div className="qr-code qr-code--waiting skeleton" />
      )}
      <p className="wallet-dialog__note" role="status">
        {pairing.state === "preparing" && "Preparing a code…"}
        {pairing.state === "ready" && `Waiting for ${walletName}…`}
        {pairing.state === "approved" && "Approved. Connecting…"}
      </p>
      {uri && <CopyButton text={uri} label="Copy link" />}
    </div>
  );
}

function PairingOver({ reason, onRenew }: { reason: PairingEnd; onRenew: () => void }) {
  const { message, isAlarm } = words[reason];
  return (
    <>
      <p
        className={isAlarm ? "notice notice--alert" : "notice"}
        role={isAlarm ? "alert" : "status"}
      >
        {message}
      </p>
      <button type="button" className="button button--primary" onClick={onRenew}>
        New code
      </button>
    </>
  );
}

const words: Record<PairingEnd, { message: string; isAlarm: boolean }> = {
  expired: { message: "This code has expired. Make a new one and scan it.", isAlarm: false },
  rejected: {
    message: "User rejected. Make a new code if you want to connect after all.",
    isAlarm: false,
  },
  unreachable: {
    message: "The relay does not answer. Check your internet connection, then try again.",
    isAlarm: true,
  },
  failed: {
    message: "WalletConnect did not start. Try again, or use a wallet in this browser.",
    isAlarm: true,
  },
};
