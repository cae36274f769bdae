/** Stands in the bundle for the dialog of WalletConnect's client, which this app never opens. */
export {};
