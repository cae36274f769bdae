import { useConnectors } from "wagmi";
import { Notice } from "../../components/Notice.tsx";
import { isPhone } from "../isPhone.ts";
import { PairingCode } from "./PairingCode.tsx";

/** QR code for any WalletConnect wallet. */
export default function RelayView() {
  const connector = useConnectors().find(({ type }) => type === "walletConnect");
  if (!connector) return <NotSetUp />;
  const isOnPhone = isPhone();
  return (
    <>
      <p>
        {isOnPhone
          ? "Open your wallet with this request, or scan the code with another phone."
          : "Scan this code with the wallet on your phone, then approve there."}
      </p>
      <PairingCode
        connector={connector}
        walletName="your wallet"
        // The operating system offers every app that handles such links.
        app={{ link: (uri) => (isOnPhone ? uri : undefined), comesFirst: isOnPhone }}
      />
    </>
  );
}

/** Explains why wallets on other devices cannot connect, and the alternatives. */
export function NotSetUp() {
  return (
    <Notice role="status">
      <p>
        WalletConnect reaches a wallet on your phone through a relay. This site has no project id
        for that relay, so it cannot be used here.
      </p>
      <p>
        Please use a wallet in this browser: install one as an extension, or open this page in the
        browser of a wallet’s app.
      </p>
    </Notice>
  );
}
