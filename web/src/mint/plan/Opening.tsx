import { collectionConfig } from "#collection/collection.config.ts";
import { pages } from "#protocol/wire/pages";
import type { MintAllowance, PlannedPhase } from "#protocol/wire/responses";
import { Button } from "../../components/Button.tsx";
import { download } from "../../page/download.ts";
import { createCalendarEntry } from "./calendarEntry.ts";
import { Minters } from "./Minters.tsx";
import { describeTimeLeft, fullTime, fullTimeInUtc } from "./timeLeft.ts";
import { useChainTime } from "./useChainTime.ts";
import "./Opening.css";

interface OpeningProps {
  phase: PlannedPhase;
  /** ISO 8601 in UTC. */
  opensAt: string;
  /** The connected wallet's. */
  allowance: MintAllowance | undefined;
  /** Timestamp of the newest block, in seconds since 1970. */
  blockTimestamp: bigint;
}

/** Renders when a phase opens, a countdown by the chain's clock, and a calendar entry. */
export function Opening({ phase, opensAt, allowance, blockTimestamp }: OpeningProps) {
  const { name, closesAt } = phase;
  const now = useChainTime(blockTimestamp);
  const date = new Date(opensAt);
  const left = Math.ceil(date.getTime() / 1_000 - now);
  const title = `${collectionConfig.name}: ${name} opens`;
  const save = () => {
    const url = new URL(pages.mint.path, location.href).href;
    const entry = createCalendarEntry({ title, start: opensAt, end: closesAt, url });
    download("opening.ics", "text/calendar", entry);
  };
  return (
    <section className="opening" aria-label={`“${name}” opens`}>
      <p className="small">
        <bdi>{name}</bdi> opens {left > 0 ? <span aria-hidden="true">in</span> : "now"}
      </p>
      {/* Read once as a date below, and not each second. */}
      <p className="opening__left" aria-hidden="true">
        {left > 0 ? describeTimeLeft(left) : "With the next block"}
      </p>
      <p>
        <time dateTime={opensAt}>{fullTime(date)}</time>
        {date.getTimezoneOffset() !== 0 && (
          <span className="soft"> ({fullTimeInUtc(date)} UTC)</span>
        )}
      </p>
      <p>
        <Minters phase={phase} allowance={allowance} />
      </p>
      <Button onClick={save}>Add to calendar</Button>
    </section>
  );
}
