import { staleChainAdvice } from "../wallet/staleChain.ts";

/** Said after the chain has begun anew, until somebody has read it. */
export function NewWorldNotice({ onRead }: { onRead: () => void }) {
  return (
    <section className="dev-new-world" aria-labelledby="dev-new-world-title">
      <h3 id="dev-new-world-title">The chain began anew</h3>
      <p>
        Owners and stories are those of this world. What you were writing is kept in this browser.
        The dev wallet needs nothing.
      </p>
      <p>A wallet extension still counts with the old chain. {staleChainAdvice}</p>
      <button type="button" className="button button--small" onClick={onRead}>
        I know
      </button>
    </section>
  );
}
