// Defines the switch of the mutated sources. Every process of a mutation run loads this first (`node --import`).
import { appendFileSync } from "node:fs";
import { type MutantSwitch, mutationVariables } from "./switch.ts";

const { count, active, hits } = mutationVariables(process.env);
const state: MutantSwitch = { active, reached: new Uint8Array(count) };
// Processes that a test starts record what they reach in a file, because they may be killed at any time.
const hitFile = hits !== undefined && hits.worker !== process.pid ? hits.file : undefined;

function isMutant(number: number): boolean {
  if (state.reached[number] === 0) {
    state.reached[number] = 1;
    if (hitFile !== undefined) appendFileSync(hitFile, `${number}\n`);
  }
  return number === state.active;
}

// A killed worker cannot stop the processes that its tests started, so they exit when it is gone.
if (hitFile !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, 1_000).unref();
}

Object.assign(globalThis, { isMutant__: isMutant, mutantSwitch__: state });
