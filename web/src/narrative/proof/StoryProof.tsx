import { useQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../components/Notice.tsx";
import { type HistoryQuery, historyQueryOptions } from "../historyApi.ts";
import { historyMessages, proofMessages } from "../historyMessages.ts";
import RevisionProof from "./RevisionProof.tsx";

/** Renders the proof of a token's newest signed revision. */
export default function StoryProof({ drifterId, revision }: HistoryQuery) {
  const history = useQuery(historyQueryOptions(drifterId, revision));
  if (history.isPending) return <p role="status">Loading the proof…</p>;
  if (!history.isSuccess)
    return (
      <LoadFailure onRetry={() => void history.refetch()}>{historyMessages.failed}</LoadFailure>
    );
  const [newest] = history.data;
  if (newest === undefined) return <p>{proofMessages.none}</p>;
  return <RevisionProof signed={newest} />;
}
