/** An app's links for a pairing: its own scheme, or an https link that the system opens in the app. */
export interface AppLinks {
  native?: string | undefined;
  universal?: string | undefined;
}

/** A wallet that a person can choose, installed or not. */
export interface ListedWallet {
  /** ID in WalletConnect's directory. */
  id: string;
  name: string;
  homepage?: string | undefined;
  imageUrl?: string | undefined;
  /** Reverse domain name that its extension announces (EIP-6963). */
  rdns?: string | undefined;
  /** Flag that its extension sets on `window.ethereum`, such as `isMetaMask`. */
  injectedMark?: string | undefined;
  mobile: AppLinks;
  desktop: AppLinks;
}
