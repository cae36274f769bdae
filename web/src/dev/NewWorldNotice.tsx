import { staleChainAdvice } from "../wallet/staleChain.ts";

/** Shown after the local chain was restarted, until dismissed. */
export function NewWorldNotice({ onRead }: { onRead: () => void }) {
  return (
    <section className="dev-new-world" aria-labelledby="dev-new-world-title">
      <h3 id="dev-new-world-title">The local chain was restarted</h3>
      <p>
        Owners and stories are those of the new chain. Your drafts are kept in this browser, and the
        dev wallet still works.
      </p>
      <p>A wallet extension still has the old chain's nonces. {staleChainAdvice}</p>
      <button type="button" className="button button--small" onClick={onRead}>
        Got it
      </button>
    </section>
  );
}
