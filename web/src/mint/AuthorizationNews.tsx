import type { Minting } from "./useMinting.ts";

/** What comes of asking for an authorisation: that it is being asked for, or why there is none. */
export function AuthorizationNews({
  minting: { isAuthorizing, failure, startOver },
  onQuantity,
}: {
  minting: Minting;
  onQuantity(qty: number): void;
}) {
  const pending = failure?.pending;
  return (
    <>
      <div role="status">
        {isAuthorizing && <p className="notice">Asking the collection's signer to vouch for it…</p>}
      </div>
      {failure && (
        <div className="notice notice--alert" role="alert">
          <p>{failure.words}</p>
          {pending && (
            <div className="notice__actions">
              <button
                type="button"
                className="button button--small"
                onClick={() => {
                  startOver();
                  onQuantity(Number(pending.qty));
                }}
              >
                Choose {pending.qty}
              </button>
            </div>
          )}
        </div>
      )}
    </>
  );
}
