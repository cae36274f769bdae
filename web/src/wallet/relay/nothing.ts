/** Stands in the bundle for parts of WalletConnect's client that this app never reaches. */
export {};
