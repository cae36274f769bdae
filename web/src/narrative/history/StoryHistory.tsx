import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { shortAddress } from "../../wallet/shortAddress.ts";
import { narrativeQueryOptions } from "../narrativeApi.ts";
import { Disclosure } from "./Disclosure.tsx";
import { exactTime, howLongAgo } from "./when.ts";
import "./StoryHistory.css";

// What shows and checks a history is fetched by the few who open it.
const HistoryList = lazy(() => import("./HistoryList.tsx"));

/** Who wrote the story that stands above or removed it, when, and what stood there before: told when asked for. */
export function StoryHistory({ drifterId }: { drifterId: string }) {
  const { data, isSuccess } = useQuery(narrativeQueryOptions(drifterId));
  // Of a story that is hidden from readers the service tells no history.
  if (!isSuccess || data.isHidden) return null;
  const isRemoved = data.narrative === null;
  const told = isRemoved ? data.removed : data.told;
  if (!told) return null;

  const savedAt = new Date(told.savedAt);
  return (
    <section className="history" aria-label="Revisions">
      <p className="history__byline">
        {isRemoved ? "Story removed by" : "Written by"}{" "}
        <span title={told.author}>{shortAddress(told.author)}</span>,{" "}
        <time dateTime={told.savedAt} title={exactTime(savedAt)}>
          {howLongAgo(savedAt, new Date())}
        </time>
      </p>
      <Disclosure
        name={told.revision === 1 ? "1 revision" : `${told.revision} revisions`}
        waiting="Fetching the history…"
        broken="The part of this page that shows histories did not arrive. Reload to try again."
      >
        <HistoryList drifterId={drifterId} revision={told.revision} />
      </Disclosure>
    </section>
  );
}
