import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { narrativeQueryOptions } from "../narrativeApi.ts";
import { Byline } from "./Byline.tsx";
import { Disclosure } from "./Disclosure.tsx";
import "./StoryHistory.css";

// Fetched only by visitors who open them.
const StoryProof = lazy(() => import("../receipt/StoryProof.tsx"));
const HistoryList = lazy(() => import("./HistoryList.tsx"));

/** The story's author and time and, on demand, its proof and its history. */
export function StoryHistory({ drifterId }: { drifterId: string }) {
  const { data, isSuccess } = useQuery(narrativeQueryOptions(drifterId));
  // The service does not return the history of a hidden story.
  if (!isSuccess || data.isHidden) return null;
  const isRemoved = data.narrative === null;
  const origin = isRemoved ? data.removed : data.origin;
  if (!origin) return null;

  return (
    <section className="history" aria-label="Revisions">
      <Byline isRemoved={isRemoved} origin={origin} />
      <Disclosure
        name="Proof"
        waiting="Loading the receipt…"
        broken="The proof failed to load. Reload to try again."
      >
        <StoryProof drifterId={drifterId} revision={origin.revision} />
      </Disclosure>
      <Disclosure
        name={origin.revision === 1 ? "1 revision" : `${origin.revision} revisions`}
        waiting="Loading the history…"
        broken="History failed to load. Reload to try again."
      >
        <HistoryList drifterId={drifterId} revision={origin.revision} />
      </Disclosure>
    </section>
  );
}
