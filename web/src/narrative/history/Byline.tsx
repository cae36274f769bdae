import type { PersonName, SignedRevision } from "#protocol/wire/responses";
import { Person } from "../../components/Person.tsx";
import { dayInUtc, exactTime, relativeTime } from "../../components/relativeTime.ts";
import { useIsHydrated } from "../../page/usePage.ts";

interface BylineProps {
  isRemoved: boolean;
  origin: Pick<SignedRevision, "author" | "savedAt">;
  /** The author's ENS name. */
  name?: PersonName | undefined;
}

/** Renders who wrote or removed a story, and when. */
export function Byline({ isRemoved, origin: { author, savedAt }, name }: BylineProps) {
  const isHydrated = useIsHydrated();
  const time = new Date(savedAt);
  return (
    <p className="history__byline">
      {isRemoved ? "Story removed by" : "Written by"} <Person address={author} name={name} />,{" "}
      <time dateTime={savedAt} title={isHydrated ? exactTime(time) : undefined}>
        {isHydrated ? relativeTime(time, new Date()) : dayInUtc(time)}
      </time>
    </p>
  );
}
