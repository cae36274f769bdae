import { randomInt } from "node:crypto";
import { readCount } from "../../shared/commandLine/readCount.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { Part } from "./parts.ts";

export interface SoakOptions {
  parts: readonly Part[];
  seed: number;
}

const largestSeed = 2 ** 31 - 1;

/** Returns the text of `--help`: the options, and each part with its duration. */
export function helpOn(parts: readonly Part[]): string {
  const width = Math.max(...parts.map(({ name }) => name.length));
  const lines = parts.map(
    ({ name, about, minutes }) => `  ${name.padEnd(width)}  ${about}: ${minutes} min`,
  );
  return `Usage: npm run soak [-- PART… OPTIONS]

Runs the long versions of the tests that search, one after the other. npm test has short versions of them.
Times are those of two cores.

${lines.join("\n")}

  --seed N   repeat a run: a whole number from 0 to ${largestSeed}; it is printed at the start and the end
  --help     show this text

  npm run soak -- crash fuzz                   two parts
  npm run soak -- model --seed 7               what a run with this seed did

Exit status: 0 when every part passed, 1 when one failed, 2 on invalid usage.`;
}

/**
 * Turns `--seed` and the names of parts into a request.
 *
 * @throws {UsageError} on invalid usage.
 */
export function readSoakOptions(
  { seed: text }: { seed?: string | undefined },
  names: readonly string[],
  parts: readonly Part[],
): SoakOptions {
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    const known = parts.map(({ name }) => name).join(", ");
    throw new UsageError(`There is no part "${unknown}". Choose from: ${known}.`);
  }
  const isChosen = ({ name }: Part) => names.length === 0 || names.includes(name);
  const seed =
    text === undefined
      ? randomInt(largestSeed)
      : readCount("--seed", text, { from: 0, to: largestSeed });
  return { parts: parts.filter(isChosen), seed };
}

/**
 * Runs the parts in order and prints each result. After `ending` is aborted, no further part starts.
 *
 * @returns whether all parts passed.
 */
export async function runSoak(
  { parts, seed }: SoakOptions,
  ending: AbortSignal,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  print(`Seed ${seed}`);
  const summary: string[] = [];
  let hasPassed = true;
  for (const [index, part] of parts.entries()) {
    if (ending.aborted) break;
    print(`\n${part.name} (${index + 1} of ${parts.length}, about ${part.minutes} min)`);
    const started = performance.now();
    const isPassed = await part.run({ seed, ending }).catch((error) => {
      print(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return false;
    });
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    summary.push(`${isPassed ? "✔" : "✘"} ${part.name}, ${minutes} min`);
    if (!isPassed) summary.push(`  npm run soak -- ${part.name} --seed ${seed}`);
    hasPassed &&= isPassed;
  }
  if (ending.aborted) summary.push("Ended early.");
  print(`\n${summary.join("\n")}\nSeed ${seed}`);
  return hasPassed && !ending.aborted;
}
