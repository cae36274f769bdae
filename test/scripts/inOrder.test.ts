import { expect } from "chai";
import { inOrder } from "../../scripts/shared/inOrder.ts";

describe("work in order", () => {
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

  it("yields the results of the items before one that cannot be read, and the first failure", async () => {
    async function* items() {
      yield "first";
      yield "second";
      throw new Error("The third one cannot be read.");
    }
    const results: string[] = [];
    const read = async (work: (item: string) => Promise<string>) => {
      for await (const result of inOrder(items(), 8, work)) results.push(result);
    };
    const succeed = async (item: string) => item;
    const failing = (item: string) =>
      item === "second" ? Promise.reject(new Error("The second one failed.")) : succeed(item);
    for (const [work, message] of [
      [succeed, "The third one cannot be read."],
      [failing, "The second one failed."],
    ] as const) {
      const error = await read(work).catch((thrown) => thrown);
      expect(error.message).to.equal(message);
    }
    expect(results).to.deep.equal(["first", "second", "first"]);
  });
});
