import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";

/** Reads until the result is as expected, after another process has acknowledged a change. */
export async function readsSoon<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  for (;;) {
    const value = await read();
    try {
      expect(value).to.deep.equal(expected);
      return;
    } catch {
      await delay(5);
    }
  }
}
