import { useConnectors } from "wagmi";
import { isPhone } from "../isPhone.ts";
import { NotSetUp } from "./NotSetUp.tsx";
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
