import { useId } from "react";
import { countIds, describeIds, phaseTitle } from "#protocol/sale/phaseRange";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";
import { countPieces, createScale, runsOfPhases, type Scale } from "./chartLayout.ts";
import "./PhaseChart.css";

interface PhaseChartProps {
  onChain: readonly PhaseSegment[];
  /** Absent while nothing would change. */
  drafted: readonly PhaseSegment[] | undefined;
}

/** With more pieces, the picture is wider than a phone and scrolls. */
const mostPiecesOnPhone = 14;

/** The ranges as strips of IDs, on chain and as drafted, with the same data as a table. */
export function PhaseChart({ onChain, drafted }: PhaseChartProps) {
  const shown = drafted ?? onChain;
  const rows = drafted ? [onChain, drafted] : [onChain];
  const scale = createScale(rows);
  const pieces = countPieces(rows);
  if (pieces === 0) return <p className="phases__nothing">No phase has any IDs yet.</p>;
  return (
    <figure className="phase-picture">
      <div className="phase-picture__scroll" {...(pieces > mostPiecesOnPhone && { tabIndex: 0 })}>
        <Strip title="On chain" segments={onChain} scale={scale} pieces={pieces} />
        {drafted && <Strip title="As drafted" segments={drafted} scale={scale} pieces={pieces} />}
      </div>
      <Legend segments={rows.flat()} />
      <figcaption>Not to scale: long ranges are compressed; all gaps look equal.</figcaption>
      <details className="phase-picture__table">
        <summary>The same as a table</summary>
        <SegmentTable
          segments={shown}
          caption={drafted ? "The IDs as drafted" : "The IDs on chain"}
        />
      </details>
    </figure>
  );
}

interface StripProps {
  title: string;
  segments: readonly PhaseSegment[];
  scale: Scale;
  pieces: number;
}

function Strip({ title, segments, scale, pieces }: StripProps) {
  const id = useId();
  const width = pieces > mostPiecesOnPhone ? 26 * pieces : "100%";
  return (
    <div className="phase-picture__strip">
      <p className="eyebrow">{title}</p>
      <svg
        role="img"
        aria-label={`${title}: ${segments.map(segmentInWords).join("; ")}`}
        width={width}
        height={78}
      >
        <Patterns id={id} />
        {runsOfPhases(segments).map((run, index, runs) => (
          <svg
            key={String(run.startingPoint)}
            {...roomFor(run, runs[index + 1], scale)}
            y={0}
            height={78}
          >
            <title>{`${phaseTitle(run.name)}, ${describeIds(run)}`}</title>
            <foreignObject width="100%" height={22}>
              <p className="phase-picture__name">{run.name || "(no name)"}</p>
            </foreignObject>
            <foreignObject y={61} width="100%" height={17}>
              <p className="phase-picture__ids">{describeIds(run)}</p>
            </foreignObject>
          </svg>
        ))}
        {segments.map((segment) => (
          <SegmentShape
            key={String(segment.startingPoint)}
            segment={segment}
            scale={scale}
            patternId={id}
          />
        ))}
      </svg>
    </div>
  );
}

interface SegmentShapeProps {
  segment: PhaseSegment;
  scale: Scale;
  patternId: string;
}

function SegmentShape({ segment, scale, patternId }: SegmentShapeProps) {
  const { kind, startingPoint, endPoint } = segment;
  if (kind === "gap") {
    return (
      <line
        className="phase-picture__gap"
        x1={`${scale(startingPoint)}%`}
        x2={`${scale(endPoint)}%`}
        y1={41}
        y2={41}
      >
        <title>{segmentInWords(segment)}</title>
      </line>
    );
  }
  const fill = kind === "overlap" || kind === "lost" ? { fill: `url(#${patternId}-${kind})` } : {};
  return (
    <rect
      className="phase-picture__segment"
      data-kind={kind}
      {...placed(segment, scale)}
      {...fill}
      y={25}
      height={32}
    >
      <title>{segmentInWords(segment)}</title>
    </rect>
  );
}

type Ids = Pick<PhaseSegment, "startingPoint" | "endPoint">;

function placed(ids: Ids, scale: Scale) {
  const [from, to] = [scale(ids.startingPoint), scale(ids.endPoint)];
  return { x: `${from}%`, width: `${to - from}%` };
}

/** A name may extend to the start of the next one. */
function roomFor(run: Ids, next: Ids | undefined, scale: Scale) {
  const from = scale(run.startingPoint);
  const to = next ? scale(next.startingPoint) : 100;
  return { x: `${from}%`, width: `${to - from}%` };
}

/**
 * Patterns, so that problems are not shown by colour alone: stripes for overlaps, hatching for minted IDs
 * without a phase.
 */
function Patterns({ id }: { id: string }) {
  const stripes = { width: 8, height: 8, patternUnits: "userSpaceOnUse" } as const;
  return (
    <defs>
      <pattern id={`${id}-overlap`} className="phase-picture__stripes" {...stripes}>
        <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" />
      </pattern>
      <pattern id={`${id}-lost`} className="phase-picture__stripes" {...stripes}>
        <path d="M-2 2l4-4M0 8l8-8M6 10l4-4M-2 6l4 4M0 0l8 8M6-2l4 4" />
      </pattern>
    </defs>
  );
}

const legend = {
  minted: "minted",
  open: "not minted yet",
  gap: "no phase",
  overlap: "two phases: refused",
  lost: "minted and left out: refused",
} as const satisfies Record<PhaseSegment["kind"], string>;

function Legend({ segments }: { segments: readonly PhaseSegment[] }) {
  const id = useId();
  // Safety: an object literal's own keys.
  const kinds = (Object.keys(legend) as PhaseSegment["kind"][]).filter((kind) =>
    segments.some((segment) => segment.kind === kind),
  );
  return (
    <ul className="phase-picture__legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <svg width={28} height={14} aria-hidden="true">
            <Patterns id={id} />
            {kind === "gap" ? (
              <line className="phase-picture__gap" x1={0} x2={28} y1={7} y2={7} />
            ) : (
              <rect
                className="phase-picture__segment"
                data-kind={kind}
                x={0.5}
                y={0.5}
                width={27}
                height={13}
                {...(kind !== "minted" && kind !== "open" && { fill: `url(#${id}-${kind})` })}
              />
            )}
          </svg>
          {legend[kind]}
        </li>
      ))}
    </ul>
  );
}

function SegmentTable({
  segments,
  caption,
}: {
  segments: readonly PhaseSegment[];
  caption: string;
}) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">IDs</th>
          <th scope="col">How many</th>
          <th scope="col">Phase</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {segments.map((segment) => (
          <tr key={String(segment.startingPoint)} data-kind={segment.kind}>
            <td>{describeIds(segment)}</td>
            <td>{String(countIds(segment))}</td>
            <td>{segment.names.map((name) => name || "(no name)").join(" and ") || "none"}</td>
            <td>{legend[segment.kind]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function segmentInWords(segment: PhaseSegment): string {
  const { kind, names } = segment;
  const whose = names.length > 0 ? `${names.map(phaseTitle).join(" and ")}, ` : "";
  return `${describeIds(segment)}: ${whose}${legend[kind]}`;
}
