import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { runtimeConfig } from "../../env.ts";
import { recommendedWalletsOptions } from "../directory/directoryQueries.ts";
import { popularWallets } from "../directory/popularWallets.ts";
import type { ListedWallet, WalletLogo } from "../directory/wallet.ts";
import { isPhone } from "../installedWallets.ts";
import { type DialogView, useNavigateView, viewKey } from "./views.ts";

/** Renders tiles, each of which opens a wallet's view. */
export function WalletGrid({
  wallets,
  label,
}: {
  wallets: readonly ListedWallet[];
  label: string;
}) {
  const go = useNavigateView();
  return (
    <ul className="wallet-grid" aria-label={label}>
      {wallets.map((wallet) => {
        const view: DialogView = { view: "wallet", wallet };
        return (
          <li key={wallet.id}>
            <button
              type="button"
              className="wallet-grid__entry"
              data-leads-to={viewKey(view)}
              onClick={() => go(view)}
            >
              <WalletIcon src={wallet.imageUrl} logo={wallet.logo} />
              <span>{wallet.name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Returns the recommended wallets in order. On a phone without a relay, includes only wallets with an in-app browser.
 */
export function useRecommendedWallets(): readonly ListedWallet[] {
  const { walletConnect } = runtimeConfig();
  const { data = popularWallets } = useQuery(recommendedWalletsOptions(walletConnect, isPhone()));
  return walletConnect || !isPhone() ? data : data.filter(({ browser }) => browser);
}

interface WalletIconProps {
  src: string | undefined;
  /** Replaces a missing image. */
  logo?: WalletLogo | undefined;
}

/** SVG path of a generic wallet icon. */
const genericIconPath =
  "M8 9h16a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V12a3 3 0 0 1 3-3zM5 13h22M21 18.5h2";

/** Renders a wallet's image, or its logo as a fallback. */
export function WalletIcon({ src, logo }: WalletIconProps) {
  return (
    <RemoteImage className="wallet-icon" src={src} size={32}>
      <svg
        className="wallet-icon"
        viewBox="0 0 32 32"
        aria-hidden="true"
        style={logo && { background: logo.color, stroke: "#fff" }}
      >
        <path d={logo?.path ?? genericIconPath} />
      </svg>
    </RemoteImage>
  );
}

interface RemoteImageProps {
  className: string;
  src: string | undefined;
  /** Width and height in CSS pixels. */
  size: number;
  /** Fallback content. */
  children: ReactNode;
}

/** Renders a small image from another site. */
export function RemoteImage({ className, src, size, children }: RemoteImageProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return children;
  return (
    <img
      className={className}
      src={src.trim()}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
    />
  );
}

export function PhoneIcon() {
  return (
    <svg className="wallet-icon" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="9" y="4" width="14" height="24" rx="3" />
      <path d="M14 24h4" />
    </svg>
  );
}
