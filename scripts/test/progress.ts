import ora from "ora";
import type { Tally } from "./summary.ts";

/** Seconds between two lines without a terminal. */
const secondsBetweenLines = 10;

/** Progress of a run: a status line on a terminal, periodic lines in a log. */
export interface Progress {
  /** Sets the current activity. */
  work(what: string): void;
  count(tally: Tally): void;
  /** Prints permanent text. */
  interrupt(text: string): void;
  end(): void;
}

export function createProgress({ isQuiet }: { isQuiet: boolean }): Progress {
  const started = performance.now();
  const spinner = ora({ discardStdin: false, isSilent: isQuiet });
  const isMoving = !isQuiet && process.stderr.isTTY;
  let doing = "";
  let counted = "";
  const line = () => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    return [`${seconds} s`, counted, doing].filter((part) => part !== "").join(" · ");
  };
  const show = () => {
    if (isMoving) spinner.text = line();
    else if (!isQuiet) console.log(line());
  };
  if (isMoving) spinner.start();
  const timer = setInterval(show, isMoving ? 1_000 : secondsBetweenLines * 1_000);
  return {
    work(what) {
      doing = what;
      if (isMoving) show();
    },
    count({ passed, failed }) {
      counted = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
      if (isMoving) show();
    },
    interrupt(text) {
      spinner.clear();
      console.log(text);
      if (isMoving) spinner.render();
    },
    end() {
      clearInterval(timer);
      spinner.stop();
    },
  };
}
