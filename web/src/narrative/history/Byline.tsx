import { Link } from "react-router-dom";
import { ownerPagePath } from "#protocol/wire/pages";
import type { SignedRevision } from "#protocol/wire/responses";
import { shortAddress } from "../../chain/shortAddress.ts";
import { dayInUtc, exactTime, relativeTime } from "../../components/relativeTime.ts";
import { useIsHydrated } from "../../page/usePage.ts";

interface BylineProps {
  isRemoved: boolean;
  origin: Pick<SignedRevision, "author" | "savedAt">;
}

/** Renders who wrote or removed a story, and when. */
export function Byline({ isRemoved, origin: { author, savedAt } }: BylineProps) {
  const isHydrated = useIsHydrated();
  const time = new Date(savedAt);
  return (
    <p className="history__byline">
      {isRemoved ? "Story removed by" : "Written by"}{" "}
      <Link to={ownerPagePath(author)} title={author}>
        {shortAddress(author)}
      </Link>
      ,{" "}
      <time dateTime={savedAt} title={isHydrated ? exactTime(time) : undefined}>
        {isHydrated ? relativeTime(time, new Date()) : dayInUtc(time)}
      </time>
    </p>
  );
}
