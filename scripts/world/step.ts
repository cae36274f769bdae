export type ReportProgress = (progress: { done: number; total: number }) => void;

/** Runs a named step; implementations decide how to show it. */
export type RunStep = <Result>(
  title: string,
  work: (onProgress: ReportProgress) => Promise<Result>,
) => Promise<Result>;

/** Runs the steps of a world without output. */
export const quietStep: RunStep = (_, work) => work(() => undefined);
