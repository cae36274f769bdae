import type { RunStep } from "../../scripts/world/step.ts";

/** Runs the steps of a world without a word. */
export const quietStep: RunStep = (_, work) => work(() => undefined);
