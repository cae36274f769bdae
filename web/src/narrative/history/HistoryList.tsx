import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { LoadFailure } from "../../components/LoadFailure.tsx";
import { useRestore } from "../restore.ts";
import { historyQueryOptions } from "./historyApi.ts";
import { Revision } from "./Revision.tsx";

/** Revisions per page: a story may have thousands. */
const pageLength = 20;

/** Every revision of a drifter's story, newest first. */
export default function HistoryList({
  drifterId,
  revision,
}: {
  drifterId: string;
  revision: number;
}) {
  const history = useQuery(historyQueryOptions(drifterId, revision));
  const [shown, setShown] = useState(pageLength);
  const restore = useRestore(drifterId);

  if (history.isPending) return <p role="status">Loading the history…</p>;
  if (!history.isSuccess)
    return (
      <LoadFailure onRetry={() => void history.refetch()}>
        The history failed to load. Check your connection, then try again.
      </LoadFailure>
    );
  const receipts = history.data;
  if (receipts.length === 0) return <p>The service keeps no history of this story.</p>;
  return (
    <>
      <ol className="history__revisions" aria-label="Revisions, newest first">
        {receipts.slice(0, shown).map((receipt, index) => (
          <Revision
            key={receipt.revision}
            receipt={receipt}
            before={receipts[index + 1]?.narrative}
            isNewest={index === 0}
            onRestore={restore}
          />
        ))}
      </ol>
      {shown < receipts.length && (
        <Button isSmall onClick={() => setShown(shown + pageLength)}>
          Show older revisions
        </Button>
      )}
    </>
  );
}
