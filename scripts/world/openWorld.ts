import { join } from "node:path";
import type { RunStep } from "../shared/commandLine/step.ts";
import { ReplayError } from "./chain/replayChain.ts";
import { findStopped } from "./findStopped.ts";
import { loadScenario, type Scenario, standardScenario } from "./scenarios/scenario.ts";
import { startWorld, type World, type WorldOptions } from "./startWorld.ts";
import { copyJournal } from "./stoppedWorld.ts";

interface OpenOptions extends Omit<WorldOptions, keyof Scenario | "scenario" | "stopped"> {
  /** The world that ran last, or the standard one, by default. */
  scenario: Scenario | undefined;
  /** Whether to delete a stopped world instead of continuing it. */
  fresh: boolean;
}

/**
 * Continues the world that was stopped, or starts one. A world whose chain cannot be continued starts from the
 * beginning, with its stories.
 *
 * @param say receives messages about the stopped world.
 */
export async function openWorld(
  { scenario, fresh, ...options }: OpenOptions,
  step: RunStep,
  say: (message: string) => void,
): Promise<World> {
  const { directory } = options;
  const { stopped, notes } = await findStopped(directory, { scenario, fresh });
  for (const note of notes) say(note);
  const { name, ...rest } = scenario ?? (await loadScenario(standardScenario));
  const all = { ...options, scenario: name, ...rest };
  try {
    return await startWorld({ ...all, stopped }, step);
  } catch (error) {
    if (stopped === undefined || !(error instanceof ReplayError)) throw error;
    const { recipe } = stopped;
    const copy = await copyJournal(join(directory, recipe.folder));
    say(
      `The chain cannot be continued: ${error.message} A copy of its file is ${copy}, and the world "${recipe.name}" starts from the beginning, with the saved stories.`,
    );
    return startWorld({ ...all, stopped: { recipe } }, step);
  }
}
