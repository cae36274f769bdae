import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SalePlan } from "#service/settings";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { RunStep } from "../../shared/commandLine/step.ts";
import { brokenScenario } from "./brokenScenario.ts";
import type { Crowd } from "./crowd.ts";
import { checkInvariants, type InvariantResult } from "./invariants.ts";
import { type PlayOptions, playSale } from "./playSale.ts";
import { countActions, shrinkSale } from "./shrink.ts";

interface Examination {
  /** The sale that breaks invariants. */
  play: Omit<PlayOptions, "onProgress">;
  plan: SalePlan;
  invariants: readonly InvariantResult[];
  /** Output folder for the scenarios. */
  folder: string;
  step: RunStep;
}

/**
 * Shrinks each violation, and writes a local world scenario that starts right before it.
 *
 * @returns one sentence per violation.
 */
export async function examineViolations(examination: Examination): Promise<string[]> {
  const { invariants, step } = examination;
  const sentences: string[] = [];
  for (const invariant of invariants) {
    if (invariant.violation === undefined) continue;
    const examine = () => examineViolation(invariant, examination);
    sentences.push(await step(`Shrink: ${invariant.title}`, examine));
  }
  return sentences;
}

async function examineViolation(
  invariant: InvariantResult,
  { plan, play, folder }: Examination,
): Promise<string> {
  const { name, violation } = invariant;
  const { fixture, serviceFile } = play;
  if (violation === undefined) throw new Error(`${name} holds.`);
  const replay = async (crowd: Crowd) => {
    const events = await playSale({ ...play, crowd });
    const again = checkInvariants(plan, events).find((result) => result.name === name);
    return { events, violation: again?.violation };
  };
  const shrunk = await shrinkSale(play.crowd, violation, async (crowd) => {
    return (await replay(crowd)).violation;
  });
  const result = `“${invariant.title}” breaks with ${counted(shrunk.length, "action")} instead of ${countActions(play.crowd)}: ${shrunk.violation.text}`;
  const { events, violation: { mint } = {} } = await replay(shrunk.crowd);
  if (mint === undefined) return result;
  const path = join(folder, `broken-${name}.json`);
  const broken = { plan, events, invariant, mint, serviceFile };
  const scenario = await brokenScenario(path, fixture, broken);
  await writeFile(path, `${JSON.stringify(scenario, undefined, 2)}\n`);
  return `${result} To see it: npm start -- --scenario ${path}`;
}
