import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import ora from "ora";

/** Number of completed parts of a step. */
export interface Progress {
  done: number;
  total: number;
}
export type ReportProgress = (progress: Progress) => void;

/** Runs a named step; implementations decide how to display it. */
export type RunStep = <Result>(
  title: string,
  /** Reports the step's progress. */
  work: (report: (progress: Progress | string) => void) => Promise<Result>,
) => Promise<Result>;

/** Runs steps without output. */
export const quietStep: RunStep = (_, work) => work(() => undefined);

/** Displays a running step, its progress, and its duration. */
export const showStep: RunStep = async (title, work) => {
  const spinner = openSpinner(title);
  const begun = performance.now();
  try {
    const result = await work((progress) => {
      const doing =
        typeof progress === "string" ? `: ${progress}` : ` ${progress.done}/${progress.total}`;
      spinner.text = `${title}${doing}`;
    });
    spinner.succeed(`${title} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    spinner.fail();
    throw error;
  }
};

/** Shows a spinner, or a plain line in a terminal of width 0, in which ora would clear lines endlessly. */
export function openSpinner(text: string, isSilent = false) {
  const plain = process.stderr.columns === 0 ? { isEnabled: false } : {};
  // Ora colors its symbols even in a file.
  const stream = process.stderr.isTTY ? process.stderr : withoutColors;
  return ora({ text, isSilent, discardStdin: false, stream, ...plain }).start();
}

const withoutColors = new Writable({
  write(chunk, _encoding, done) {
    process.stderr.write(stripVTControlCharacters(String(chunk)));
    done();
  },
});
