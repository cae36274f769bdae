import type { SaleHistoryReport } from "#protocol/wire/responses";

type Phases = SaleHistoryReport["phases"];

/** One chart layer: a phase's tokens stacked on the previous phases' tokens. */
export interface Layer {
  name: string;
  /** SVG path of the area from the baseline to the layer's top, in a 100 × 100 view box. */
  path: string;
}

/** A time, with a phase's minted total at that time. */
export interface Moment {
  time: string;
  name: string;
  minted: number;
}

/** Returns the points of all phases, oldest first. */
export function listMoments(phases: Phases): Moment[] {
  const moments = phases.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })));
  return moments.sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
}

/** Returns the chart's layers, topmost first: each layer is painted over the lower part of the previous layers. */
export function layersOf(phases: Phases): Layer[] {
  const moments = listMoments(phases);
  const times = [...new Set(moments.map(({ time }) => Date.parse(time)))];
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const total = phases.reduce((sum, { minted }) => sum + minted, 0);
  const heights = times.map(() => 0);
  const layers = phases.map(({ name, points }) => {
    for (const [index, time] of times.entries()) {
      const minted = points.findLast((point) => Date.parse(point.time) <= time)?.minted ?? 0;
      heights[index] = (heights[index] ?? 0) + minted;
    }
    // Each height holds until the next time.
    const steps = times.map((time, index) => {
      const x = last === first ? 0 : (100 * (time - first)) / (last - first);
      return `H${round(x)}V${round(100 - (100 * (heights[index] ?? 0)) / total)}`;
    });
    return { name, path: `M0 100${steps.join("")}H100V100Z` };
  });
  return layers.reverse();
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
