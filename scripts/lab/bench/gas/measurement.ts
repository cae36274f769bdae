/** One figure of one contract. */
export interface Measurement {
  section: string;
  name: string;
  /** Undefined if the contract lacks the function. */
  figure: number | undefined;
  /** Gas, unless said otherwise. */
  unit?: "bytes";
  /** Theoretical minimum, if there is a formula. */
  floor?: number;
}

/** Reports the progress of a long step. */
export type OnProgress = (done: string) => void;

/** Returns the mean, rounded to whole gas. */
export function mean(figures: readonly number[]): number {
  return Math.round(figures.reduce((sum, figure) => sum + figure, 0) / figures.length);
}

/** Returns the median; of an even number, one of the two middle values. */
export function median(figures: readonly number[]): number {
  const middle = figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)];
  if (middle === undefined) throw new Error("There are no figures.");
  return middle;
}
