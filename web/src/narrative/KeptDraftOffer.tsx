import { useState } from "react";
import type { DraftStore } from "./draftStore.ts";

interface KeptDraftOfferProps {
  store: DraftStore;
  narrative: string;
  onRestore: (text: string) => void;
  onDiscard: () => void;
}

/** Offers the text that was kept when its writer left without saving it. */
export function KeptDraftOffer({ store, narrative, onRestore, onDiscard }: KeptDraftOfferProps) {
  const [kept, setKept] = useState(() => store.read());
  if (kept === undefined || kept === narrative) return null;

  function answer(act: () => void) {
    setKept(undefined);
    act();
  }

  return (
    <div className="notice" role="status">
      <p>You have an unsaved draft.</p>
      <div className="notice__actions">
        <button
          type="button"
          className="button button--small"
          onClick={() => answer(() => onRestore(kept))}
        >
          Restore draft
        </button>
        <button type="button" className="button button--small" onClick={() => answer(onDiscard)}>
          Discard draft
        </button>
      </div>
    </div>
  );
}
