/** How an app is opened with a pairing: by a scheme of its own, or by an https URL that the system opens in it. */
export interface AppLinks {
  native?: string | undefined;
  universal?: string | undefined;
}

/** A wallet that a person can choose, installed or not. */
export interface ListedWallet {
  /** As WalletConnect's directory numbers it. */
  id: string;
  name: string;
  homepage?: string | undefined;
  imageUrl?: string | undefined;
  /** The name by which its extension announces itself (EIP-6963). */
  rdns?: string | undefined;
  /** The property by which its extension marks `window.ethereum`, such as `isMetaMask`. */
  injectedMark?: string | undefined;
  mobile: AppLinks;
  desktop: AppLinks;
}
