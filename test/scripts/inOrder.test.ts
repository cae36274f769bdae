import { expect } from "chai";
import { inOrder } from "../../scripts/shared/inOrder.ts";

describe("work in order", () => {
  it("throws a failure of the items after the results of those before it", async () => {
    async function* items() {
      yield 1;
      yield 2;
      throw new Error("There is no third.");
    }
    const results: unknown[] = [];
    try {
      for await (const result of inOrder(items(), 9, async (item) => item)) results.push(result);
    } catch (error) {
      results.push((error as Error).message);
    }
    expect(results).to.deep.equal([1, 2, "There is no third."]);
  });

  it("ends after a failure only when the work ahead of it has ended", async () => {
    const ahead = Promise.withResolvers<string>();
    const failure = new Error("The first one failed.");
    const work = (item: string) => (item === "first" ? Promise.reject(failure) : ahead.promise);
    const events: string[] = [];
    const run = inOrder(["first", "second"], 2, work)
      .next()
      .catch((error) => {
        events.push(error.message);
      });
    const second = ahead.promise.then(() => {
      events.push("The second one ended.");
    });
    setImmediate(() => ahead.resolve("second"));
    await Promise.all([run, second]);
    expect(events).to.deep.equal(["The second one ended.", "The first one failed."]);
  });
});
