import { Fragment } from "react";
import { countIds, describeIds, phaseTitle } from "#protocol/sale/phaseRange";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";
import "./PhaseChart.css";

interface PhaseChartProps {
  onChain: readonly PhaseSegment[];
  /** Absent while nothing would change. */
  drafted: readonly PhaseSegment[] | undefined;
}

/** With more pieces, the picture is wider than a phone and scrolls. */
const mostPiecesOnPhone = 14;

/** The ranges as strips of IDs, on chain and as drafted, and what their pieces mean. */
export function PhaseChart({ onChain, drafted }: PhaseChartProps) {
  const rows = drafted ? [onChain, drafted] : [onChain];
  const columns = columnsOf(rows.flat());
  if (columns.count === 0) return <p className="soft">No phase has any IDs yet.</p>;
  const isWide = columns.count > mostPiecesOnPhone;
  return (
    <figure className="stack">
      <div className="phase-picture__scroll" {...(isWide && { tabIndex: 0 })}>
        <Strip title="On chain" segments={onChain} columns={columns} />
        {drafted && <Strip title="As drafted" segments={drafted} columns={columns} />}
      </div>
      <Legend segments={rows.flat()} />
      <figcaption className="small">
        Not to scale: long ranges are compressed; all gaps look equal.
      </figcaption>
    </figure>
  );
}

interface Columns {
  count: number;
  /** The CSS property `grid-template-columns`. */
  template: string;
  /** Returns the number of the grid line at which an ID begins. */
  lineOf(id: bigint): number;
}

/**
 * Divides the IDs where a segment of any row begins or ends. Every column is wide enough to be seen, so widths are not
 * proportional to lengths: a segment gets more for each factor of ten, and all gaps get the same.
 */
function columnsOf(segments: readonly PhaseSegment[]): Columns {
  const ends = segments.flatMap(({ startingPoint, endPoint }) => [startingPoint, endPoint]);
  const points = [...new Set(ends)].sort((a, b) => Number(a - b));
  const weights = points.slice(1).map((endPoint, index) => {
    const startingPoint = points[index] ?? endPoint;
    const isGap = segments
      .filter((each) => each.startingPoint < endPoint && each.endPoint > startingPoint)
      .every(({ kind }) => kind === "gap");
    return isGap ? 1 : 1.2 + Math.log10(Number(countIds({ startingPoint, endPoint })));
  });
  return {
    count: weights.length,
    template: weights.map((weight) => `minmax(0, ${weight.toFixed(3)}fr)`).join(" "),
    lineOf: (id) => points.indexOf(id) + 1,
  };
}

interface StripProps {
  title: string;
  segments: readonly PhaseSegment[];
  columns: Columns;
}

function Strip({ title, segments, columns: { count, template, lineOf } }: StripProps) {
  const width = count > mostPiecesOnPhone ? 26 * count : undefined;
  return (
    <div className="phase-picture__strip">
      <p className="eyebrow">{title}</p>
      <div
        role="img"
        aria-label={`${title}: ${segments.map(segmentInWords).join("; ")}`}
        style={{ gridTemplateColumns: template, width }}
      >
        {runsOfPhases(segments).map((run, index, runs) => {
          // A name may extend to the start of the next one.
          const next = runs[index + 1];
          const gridColumn = `${lineOf(run.startingPoint)} / ${next ? lineOf(next.startingPoint) : -1}`;
          const title = `${phaseTitle(run.name)}, ${describeIds(run)}`;
          return (
            <Fragment key={String(run.startingPoint)}>
              <p className="phase-picture__name" style={{ gridColumn }} title={title}>
                {run.name || "(no name)"}
              </p>
              <p className="phase-picture__ids" style={{ gridColumn }} title={title}>
                {describeIds(run)}
              </p>
            </Fragment>
          );
        })}
        {segments.map((segment) => (
          <span
            key={String(segment.startingPoint)}
            className="phase-picture__segment"
            data-kind={segment.kind}
            style={{ gridColumn: `${lineOf(segment.startingPoint)} / ${lineOf(segment.endPoint)}` }}
            title={segmentInWords(segment)}
          />
        ))}
      </div>
    </div>
  );
}

/** Merges adjacent segments of one phase, as the extent of its name. */
function runsOfPhases(segments: readonly PhaseSegment[]) {
  const runs: { name: string; startingPoint: bigint; endPoint: bigint }[] = [];
  for (const { kind, names, startingPoint, endPoint } of segments) {
    const [name] = names;
    if ((kind !== "minted" && kind !== "open") || name === undefined) continue;
    const last = runs.at(-1);
    if (last?.name === name && last.endPoint === startingPoint) last.endPoint = endPoint;
    else runs.push({ name, startingPoint, endPoint });
  }
  return runs;
}

const legend = {
  minted: "minted",
  open: "not minted yet",
  gap: "no phase",
  overlap: "two phases: refused",
  lost: "minted and left out: refused",
} as const satisfies Record<PhaseSegment["kind"], string>;

function Legend({ segments }: { segments: readonly PhaseSegment[] }) {
  // Safety: an object literal's own keys.
  const kinds = (Object.keys(legend) as PhaseSegment["kind"][]).filter((kind) =>
    segments.some((segment) => segment.kind === kind),
  );
  return (
    <ul className="phase-picture__legend row small">
      {kinds.map((kind) => (
        <li key={kind}>
          <span className="phase-picture__segment" data-kind={kind} />
          {legend[kind]}
        </li>
      ))}
    </ul>
  );
}

function segmentInWords(segment: PhaseSegment): string {
  const { kind, names } = segment;
  const whose = names.length > 0 ? `${names.map(phaseTitle).join(" and ")}, ` : "";
  return `${describeIds(segment)}: ${whose}${legend[kind]}`;
}
