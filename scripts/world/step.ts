export type ReportProgress = (progress: { done: number; total: number }) => void;

/** Runs one named step; the caller decides how it is shown. */
export type RunStep = <Result>(
  title: string,
  work: (onProgress: ReportProgress) => Promise<Result>,
) => Promise<Result>;

/** Runs the steps of a world without a word. */
export const quietStep: RunStep = (_, work) => work(() => undefined);
