import { setImmediate } from "node:timers/promises";
import { expect } from "chai";

/** Longest time for which a process may return what was before a change by another process (`NarrativeStore`). */
export const longestLagMilliseconds = 100;

/**
 * Reads until the result is as expected, right after another process acknowledged a change. Fails if a read is not that
 * began later than the store promises.
 */
export async function readsSoon<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const acknowledgedAt = performance.now();
  for (;;) {
    const beganAt = performance.now();
    const value = await read();
    try {
      expect(value).to.deep.equal(expected);
      return;
    } catch (error) {
      if (beganAt - acknowledgedAt > longestLagMilliseconds) throw error;
    }
    // Reads from memory would let nothing else happen.
    await setImmediate();
  }
}
