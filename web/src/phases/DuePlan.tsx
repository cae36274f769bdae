import { formatMoment } from "#protocol/values/moment";
import type { PlannedPhase } from "#protocol/wire/responses";
import { formatCall } from "#sale/collectionCalls";
import { planPhases } from "#sale/phasePlan";
import { applyCalls } from "#sale/safeOrder";
import type { SaleCall } from "#sale/saleCalls";
import { scheduleCalls } from "#sale/saleSchedule";
import { Button } from "../components/Button.tsx";
import { exactTime } from "../components/relativeTime.ts";
import { toTimes } from "../sale/useSalePlan.ts";
import { Notices } from "./Notices.tsx";
import type { SaleAtBlock } from "./saleQueries.ts";

interface DuePlanProps {
  sale: SaleAtBlock;
  /** The planned phases; none without a sale file. */
  planned: readonly PlannedPhase[];
  isBusy: boolean;
  /** Called to add the calls that are due now to the draft. */
  onDraft: (calls: readonly SaleCall[]) => void;
}

/** Renders the owner calls that are due now or later under the sale file, by the chain's clock. */
export function DuePlan({ sale, planned, isBusy, onDraft }: DuePlanProps) {
  if (planned.length === 0) return null;
  const { timestamp, maxSupply } = sale.sale;
  const phases = planned.map((phase) => ({
    ...{ name: phase.name, price: BigInt(phase.price), maxPerMint: BigInt(phase.maxPerMint) },
    ...{ startingPoint: BigInt(phase.startingPoint), endPoint: BigInt(phase.endPoint) },
    ...toTimes(phase),
  }));
  const { calls, findings } = planPhases({ onChain: sale.phases, draft: phases, maxSupply });
  const schedule = scheduleCalls(phases, applyCalls(sale, calls), timestamp);
  const now = schedule.filter(({ at }) => at === timestamp);
  const due = [...calls.map(formatCall), ...now.flatMap(({ texts }) => texts)];
  const rejected = findings.filter(({ isRejected }) => isRejected).map(({ text }) => text);
  return (
    <section className="stack" aria-labelledby="due-title">
      <h2 id="due-title">Due according to the plan</h2>
      {due.length === 0 ? (
        <p>No calls are due: the sale is as planned.</p>
      ) : (
        <>
          <p className="phases__words">
            The owner's next calls. Draft them, then send them below, or run{" "}
            <code>npm run phases -- apply</code>.
          </p>
          <Notices label="Issues of the plan" tone="alert" texts={rejected} />
          <CallTexts label="Due now" texts={due} />
          <p>
            <Button
              isSmall
              disabled={isBusy}
              onClick={() => onDraft([...calls, ...now.flatMap((each) => each.calls)])}
            >
              Draft these calls
            </Button>
          </p>
        </>
      )}
      {schedule
        .filter(({ at }) => at > timestamp)
        .map(({ at, phase, texts }) => {
          const time = formatMoment(at);
          const what = phase === undefined ? "the sale ends" : `“${phase}” is next`;
          return (
            <div key={time} className="stack">
              <p>
                <time dateTime={time}>{exactTime(new Date(time))}</time>: {what}
              </p>
              <CallTexts label={what} texts={texts} />
            </div>
          );
        })}
    </section>
  );
}

function CallTexts({ label, texts }: { label: string; texts: readonly string[] }) {
  return (
    <ol className="calls stack" aria-label={label}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls may repeat, so the index is the key.
        <li key={index} className="box">
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}
