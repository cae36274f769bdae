import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Link } from "react-router-dom";
import { useIsHydrated } from "../../components/useIsHydrated.ts";
import { ownerPath } from "../../owner/ownerPath.ts";
import { shortAddress } from "../../wallet/shortAddress.ts";
import { narrativeQueryOptions } from "../narrativeApi.ts";
import { Disclosure } from "./Disclosure.tsx";
import { dayInUtc, exactTime, relativeTime } from "./when.ts";
import "./StoryHistory.css";

// Fetched only by visitors who open them.
const StoryProof = lazy(() => import("../receipt/StoryProof.tsx"));
const HistoryList = lazy(() => import("./HistoryList.tsx"));

/** The story's author and time and, on demand, its proof and its history. */
export function StoryHistory({ drifterId }: { drifterId: string }) {
  const { data, isSuccess } = useQuery(narrativeQueryOptions(drifterId));
  const isHydrated = useIsHydrated();
  // The service does not return the history of a hidden story.
  if (!isSuccess || data.isHidden) return null;
  const isRemoved = data.narrative === null;
  const origin = isRemoved ? data.removed : data.origin;
  if (!origin) return null;

  const savedAt = new Date(origin.savedAt);
  return (
    <section className="history" aria-label="Revisions">
      <p className="history__byline">
        {isRemoved ? "Story removed by" : "Written by"}{" "}
        <Link to={ownerPath(origin.author)} title={origin.author}>
          {shortAddress(origin.author)}
        </Link>
        ,{" "}
        <time dateTime={origin.savedAt} title={isHydrated ? exactTime(savedAt) : undefined}>
          {isHydrated ? relativeTime(savedAt, new Date()) : dayInUtc(savedAt)}
        </time>
      </p>
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
