/** Replaces WalletConnect's own dialog, which this app never opens, in the bundle. */
export {};
