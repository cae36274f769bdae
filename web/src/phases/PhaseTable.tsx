import { ascending } from "#protocol/values/bigints";
import { describeIds, phaseTitle } from "#sale/phaseRange";
import type { PhaseSegment } from "#sale/phaseSegments";
import "./PhaseTable.css";

interface PhaseTableProps {
  onChain: readonly PhaseSegment[];
  /** Absent if the draft changes nothing. */
  drafted: readonly PhaseSegment[] | undefined;
}

/** Renders which IDs belong to which phase, on chain and in the draft, one row per segment. */
export function PhaseTable({ onChain, drafted }: PhaseTableProps) {
  const columns = drafted
    ? { "On chain": onChain, "As drafted": drafted }
    : { "On chain": onChain };
  const segments = Object.values(columns).flat();
  const ends = segments.flatMap(({ startingPoint, endPoint }) => [startingPoint, endPoint]);
  const points = [...new Set(ends)].sort(ascending);
  if (points.length === 0) return <p className="soft">No phase has any IDs yet.</p>;
  return (
    <table className="phase-table">
      <thead>
        <tr>
          <th scope="col">IDs</th>
          {Object.keys(columns).map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.slice(1).map((endPoint, index) => {
          const startingPoint = points[index] ?? endPoint;
          return (
            <tr key={String(startingPoint)}>
              <th scope="row">{describeIds({ startingPoint, endPoint })}</th>
              {Object.entries(columns).map(([title, segments]) => (
                <Cell
                  key={title}
                  segment={segments.find(
                    (each) => each.startingPoint <= startingPoint && each.endPoint >= endPoint,
                  )}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const labels = {
  minted: "minted",
  open: "not minted yet",
  gap: "no phase",
  overlap: "two phases: rejected",
  lost: "minted but left out (not allowed)",
} as const satisfies Record<PhaseSegment["kind"], string>;

function Cell({ segment: { kind, names } = { kind: "gap", names: [] } }: CellProps) {
  return (
    <td data-kind={kind}>
      {names.length > 0 && `${names.map(phaseTitle).join(" and ")}, `}
      {labels[kind]}
    </td>
  );
}

interface CellProps {
  /** Absent outside all phases. */
  segment: Pick<PhaseSegment, "kind" | "names"> | undefined;
}
