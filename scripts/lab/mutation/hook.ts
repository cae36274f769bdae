// Imported first by every process of a mutation run (`node --import`): the switch that the mutated sources ask.
import { appendFileSync } from "node:fs";
import { type MutantSwitch, mutationVariables } from "./switch.ts";

const { count, active, hits } = mutationVariables(process.env);
const state: MutantSwitch = { active, reached: new Uint8Array(count) };
// Processes that a test starts tell by a file what they reach: they may be killed at any time.
const hitFile = hits !== undefined && hits.worker !== process.pid ? hits.file : undefined;

function isMutant(number: number): boolean {
  if (state.reached[number] === 0) {
    state.reached[number] = 1;
    if (hitFile !== undefined) appendFileSync(hitFile, `${number}\n`);
  }
  return number === state.active;
}

// A worker that is ended by force ends nothing: what its tests have started does not stay behind.
if (hitFile !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, 1_000).unref();
}

Object.assign(globalThis, { isMutant__: isMutant, mutantSwitch__: state });
