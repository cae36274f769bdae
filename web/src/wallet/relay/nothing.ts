/** Replaces the dialog of WalletConnect's client in the bundle; this app never opens it. */
export {};
