/** Explains why wallets on other devices cannot connect, and the alternatives. */
export function NotSetUp() {
  return (
    <div className="notice" role="status">
      <p>
        WalletConnect reaches a wallet on your phone through a relay. This site has no project id
        for that relay, so it cannot be used here.
      </p>
      <p>
        Please use a wallet in this browser: install one as an extension, or open this page in the
        browser of a wallet’s app.
      </p>
    </div>
  );
}
