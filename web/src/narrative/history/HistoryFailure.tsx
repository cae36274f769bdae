/** Says that the history failed to load, and can load it again. */
export function HistoryFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="notice notice--alert" role="alert">
      <p>The history failed to load. Check your connection, then try again.</p>
      <div className="notice__actions">
        <button type="button" className="button button--small" onClick={onRetry}>
          Try again
        </button>
      </div>
    </div>
  );
}
